"""What shows in a wrong answer before its numbers are compared with any other code.

The text of an error, a missing `return`, a changed argument, results too many or in another order,
NumPy's warnings. Each function takes an `Answer` and returns a `Diagnosis` or None.
"""

import ast
import itertools
import re

import numpy as np

from course_utils.exercises.answer import Diagnosis
from course_utils.exercises.compare import compare, parts_of

CHANGED = "in-place/argument-changed"
RAISED = (  # a pattern is looked for in the error's text and, below it, the student's line
    (r"truth value of an array[^\n]*\n(?!.*\b(?:if|while|and|or|not)\b).*(?<![\w.])(max|min)\(",
     "shape/one-number-only", "Python's `{0}` compares once for a whole array, not entry by entry",
     "np.maximum takes the larger of two entries everywhere; x.max(axis=-1) is the largest entry "
     "of each row."),
    (r"(?:interpreted as an integer|only integer scalar arrays)[^\n]*\n.*np\.(max|min)\(",
     "neighbour-formula/max-for-maximum",
     "`np.{0}` takes its second argument for an axis, not for numbers to compare with",
     "np.maximum and np.minimum compare two arrays, or an array and a number, entry by entry."),
    (r"only (length-1|0-dimensional) arrays can be converted", "shape/one-number-only",
     "the function works on one number only", "Use NumPy's functions (np.exp, np.where, …): "
     "they work entry by entry on arrays."),
    (r"truth value of an array[^\n]*\n[^\n]*(?:[<>]=?|==|!=)[^\n=<>()\[\]]+(?:==|!=|[<>]=?)",
     "convention/chained-comparison", "two comparisons stand in one chain: Python reads "
     "`a > 0 == y` as `a > 0 and 0 == y`", "Put the first one in brackets, (a > 0) == y; an "
     "interval is (low <= x) & (x < high)."),
    (r"truth value of an array", "shape/one-number-only",
     "an `if` or `max` decides once for a whole array",
     "Decide entry by entry: np.where, np.maximum or a mask."),
    (r"(must be real number, not|bad operand type|can't multiply sequence|unsupported operand "
     r"type\(s\)).*list|'list' object has no attribute|list indices must be|not supported between "
     r"instances of ('list'|'int' and 'list'|'float' and 'list')", "shape/list-given",
     "the function meets a plain list and computes with it as if it were an array",
     "Start with np.asarray(…)."),
    (r"Cannot cast ufunc.*(to dtype\('int|with casting rule)", "integer/in-place-integers",
     "a fraction is written into an array of integers", "Make a float array first: "
     "np.array(x, dtype=float)."),
    (r"Integers to negative integer powers", "integer/integer-power",
     "integers are raised to a power as integers", "Convert to float first."),
    (r"(?:math range error|Numerical result out of range|int too large to convert to float)[^\n]*\n"
     r"(?!.*\be ?\*\*).*(?:\*\*|pow\(|factorial|gamma\()", "unstable/overflow",
     "a power or a factorial overflows for large inputs",
     "Add and subtract logarithms, and take the exponential of the result at the end."),
    (r"math range error|Numerical result out of range", "unstable/overflow",
     "the exponential overflows for large inputs",
     "Rewrite the formula so that only exponentials of numbers ≤ 0 occur."),
    (r"maximum recursion depth", "endless/recursion", "the function calls itself without end",
     "Is the case that ends the recursion reached by every input, also the smallest?"),
    (r"read-only", "in-place/writes-argument", "the function writes into its argument",
     "Work on a copy."),
)


MESSAGES = (  # less telling than a known mistake on the cases that return; {0} is the first group
    (r"name '(\w+)' is not defined|cannot access (?:local|free) variable '(\w+)'",
     "omitted-term/name-never-set", "the name `{0}` is used but was never set",
     "Is a line missing above it, or is the name misspelt?"),
    (r"axis (-?\d+) is out of bounds for array of dimension (\d+)", "axis/no-such-axis",
     "axis {0} is asked of an array whose number of axes is {1}", "Axes are counted from 0; "
     "axis=-1 is the last one, whatever the shape."),
    (r"index (-?\d+) is out of bounds for axis \d+ with size (\d+)", "off-by-one/past-the-end",
     "the entry with index {0} is asked of {1} entries", "Counting starts at 0: the last of n "
     "entries has the index n − 1."),
    (r"(list|tuple|string) index out of range|pop from (?:an )?empty (\w+)",
     "off-by-one/past-the-end", "an entry behind the end of a {0} is asked for",
     "Counting starts at 0: the last of n entries has the index n − 1."),
    (r"operands could not be broadcast together with (?:remapped )?shapes (\(.*?\)) (\(.*?\))",
     "shape/does-not-fit", "arrays of the shapes {0} and {1} meet entry by entry and do not fit",
     "Entry by entry the sizes have to be equal or 1: is an axis missing (keepdims=True), or was "
     "`@` meant?"),
    (r"mismatch in its core dimension.*\(size (\d+) is different from (\d+)\)",
     "shape/product-does-not-fit", "in a matrix product {1} columns meet {0} rows",
     "(a, b) @ (b, c): the columns of the left factor meet the rows of the right one."),
    (r"shapes (\(.*?\)) and (\(.*?\)) not aligned", "shape/product-does-not-fit",
     "the shapes {0} and {1} do not fit in a product",
     "(a, b) @ (b, c): the columns of the left factor meet the rows of the right one."),
    (r"could not broadcast input array from shape (\(.*?\)) into shape (\(.*?\))",
     "shape/does-not-fit", "values of shape {0} are written into a place of shape {1}",
     "Compare the two sides of the assignment."),
    (r"cannot reshape array of size (\d+) into shape (\(.*?\))", "shape/does-not-fit",
     "{0} entries are reshaped to {1}", "The product of the sizes has to stay the same."),
    (r"dimensions of the array must be square|must be a square matrix", "shape/not-square",
     "a square table is asked for there, and this one is not", "np.linalg.solve and inv take as "
     "many equations as unknowns: Xᵀ X is square, np.linalg.lstsq takes any X."),
    (r"Incompatible dimensions", "shape/does-not-fit", "the two sides of a system of equations "
     "do not fit", "Print both shapes: the matrix needs as many rows as the other side."),
    (r"(?:not enough|too many) values to unpack \(expected (\d+)(?:, got (\d+))?\)",
     "shape/unpacked", "{0} names stand on the left, and what is taken apart has another length",
     "Print it: a table is taken apart by its rows, and a star takes the rest, as in "
     "`op, *at = line`."),
    (r"^KeyError: ([^\n]+)", "omitted-term/no-such-key",
     "the key {0} is asked for and is not there",
     "Print the keys that are there: which line should have put this one in?"),
    (r"\b(max|min)\(\) (?:arg is an empty sequence|iterable argument is empty)|"
     r"zero-size array to reduction operation (\w+)", "off-by-one/nothing-left",
     "`{0}` is taken of nothing", "Which input leaves no entry to choose from?"),
    (r"not have enough dimensions|zero-dimensional arrays cannot be|too many indices for array",
     "shape/too-few-axes", "an array has fewer axes than the line takes for granted",
     "Print its shape; np.asarray, np.atleast_2d or keepdims=True give it another axis."),
    (r"'?NoneType'?", "missing-return/none-inside", "None is used as if it were a value",
     "A helper without `return`, or a method that changes in place, such as list.sort()?"),
    (r"(?:float |integer )?division by zero|(?:integer )?modulo by zero",
     "unstable/division-by-zero", "something is divided by 0", "Which input makes it 0?"),
    (r"(?:indices|index) must be (?:an? )?integers?|arrays used as indices must be of integer|"
     r"expected a sequence of integers or a single integer|"
     r"cannot be interpreted as an integer", "integer/index-not-whole",
     "a number with digits after the point stands where a whole one is needed",
     "Use // or int(…) for a count or an index, dtype=int for labels."),
)


def raised(answer, rows=RAISED):
    """What the error's text shows, if an error is the first thing that goes wrong."""
    off = [i for i in range(len(answer.seen)) if i in answer.off]
    if not off or not answer.seen[off[0]].error:
        return None
    shown = answer.places.index(answer.shown) if answer.shown in answer.places else off[0]
    told = answer.seen[shown] if answer.seen[shown].error else answer.seen[off[0]]
    for pattern, name, what, where in rows:
        match = re.search(pattern, f"{told.error}: {told.detail}\n{told.line}")
        said = match and what.format(*filter(None, match.groups()))
        if said and not answer.form.refutes(said):
            return Diagnosis(name, said, where)
    return None


def list_repeated(answer):
    """Right but for plain lists, which `*` has repeated: 2 * [1, 2] is [1, 2, 1, 2]."""
    lists = [i for i, case in enumerate(answer.cases) if case.lists]
    if not lists or answer.wrong != lists or len(lists) == len(answer.cases):
        return None
    sizes = [(np.shape(answer.expected[i]), np.shape(answer.seen[i].value)) for i in lists
             if not answer.seen[i].error]
    if len(sizes) < len(lists) or not all(
            want and got and want != got and got[0] % want[0] == 0 for want, got in sizes):
        return None
    return Diagnosis("shape/list-given", "right for arrays, but a plain list is repeated by `*` "
                     "and joined by `+`: -1 * [1, 2] is the empty list",
                     "Start with np.asarray(…).")


def not_finished(answer):
    """A call that had not returned when it was stopped; slow and endless are two things."""
    form, stopped = answer.form, next(o for o in answer.seen if o.stopped)
    if "together" in stopped.detail:
        return Diagnosis("endless/too-slow", stopped.detail, "Look which line is run most often: "
                         "can the whole array be computed at once, or the search end earlier?")
    on_some = "on some inputs " if any(o.returned for o in answer.seen) else ""
    said = f"{on_some}the function had not returned after 2.5 s"
    if form.has(ast.While):
        return Diagnosis("endless/not-finished", said, "Look at the `while` loop: does its "
                         "condition become false on every input, and how many turns does it take?")
    if form.has(ast.For):
        return Diagnosis("endless/not-finished", said, "How many turns do its loops take "
                         "together? Fewer should do; or compute with whole arrays.")
    return Diagnosis("endless/not-finished", said, "What takes so long there, and does it end on "
                     "every input?")


def first_turn(answer):
    """A `return` on the level of a loop's body, which ends it in the first turn."""
    if answer.form.first_turn is None or all(answer.seen[i].error for i in answer.off):
        return None
    return Diagnosis("missing-return/in-the-loop", "a `return` stands in the body of a loop, which "
                     "so ends in its first turn", "Move it to the left, behind the loop.")


def nothing(answer):
    """No `return`, on all or on some inputs."""
    seen = answer.seen
    if not any(o.returned and o.value is None for o in seen):
        return None
    if answer.form.hands_on_none:
        return Diagnosis("missing-return/none-handed-on", "what is returned is None",
                         "A method that changes something in place, such as list.sort(), and "
                         "print give None: return the value itself.")
    if all(o.returned and o.value is None for o in seen):
        if any(o.changed for o in seen):
            return Diagnosis("missing-return/changes-argument",
                             "the function changes its argument and returns nothing",
                             "Build the result in a new array and `return` it.")
        return Diagnosis("missing-return/none", "the function computes but returns nothing",
                         "End it with a `return` statement.")
    also = " What comes back elsewhere is not right either: does a `return` stand inside a loop?"
    return Diagnosis("missing-return/some-paths",
                     "on some inputs the function reaches its end without a `return`",
                     "Check that every branch returns." + also * any(
                         seen[i].error or seen[i].value is not None for i in answer.wrong))


def arguments_changed(answer):
    """Arguments changed: certain, whatever else is wrong."""
    names, changed = answer.record.arguments, sorted({i for o in answer.seen for i in o.changed})
    said = " and ".join(f"`{names[i]}`" for i in changed if i < len(names))
    types = {type(a) for case in answer.cases for i, a in enumerate(case.args) if i in changed}
    return Diagnosis(CHANGED, f"the call changes the argument {said}",
                     "What is passed in belongs to the caller: copy it first, or make a new one"
                     + (", as `set(a)` and `list(a)` do." if types <= {set, list} else
                        " (`a = a - b`, not `a -= b`)."))


def structure(answer):
    """Right parts, but too many, in another order, under other names, or keys of a dict missing."""
    if answer.raised:
        return None
    if not isinstance(answer.expected[0], (dict, tuple)):
        return _one_of_several(answer)
    pairs = [(parts_of(e), parts_of(o.value))
             for e, o in zip(answer.expected, answer.seen, strict=True)]
    if any(g is None for _, g in pairs):
        return None

    def equal(e, g):
        return compare(e, g, answer.tolerance) is None

    dicts = [isinstance(o.value, dict) for o in answer.seen]
    if any(dicts) != all(dicts):
        return None
    if isinstance(answer.expected[0], dict):
        return (_keys if all(dicts) else _without_names)(pairs, equal, answer)
    return None if any(dicts) else _order_of_results(pairs, equal, answer)


def _one_of_several(answer):
    """A tuple where one result is asked, and that one is among them."""
    values = [o.value for o in answer.seen]
    if not all(isinstance(v, tuple) and len(v) > 1 for v in values):
        return None
    for k in range(min(map(len, values))):
        if all(compare(e, v[k], answer.tolerance) is None
               for e, v in zip(answer.expected, values, strict=True)):
            return Diagnosis("shape/several-results", f"{len(values[0])} results come back; number "
                             f"{k + 1} of them is right", "Return that one alone.")
    return None


def _in_order(pairs, equal):
    """Whether the values are right one after the other, whatever their names."""
    return all(len(w) == len(g) and all(map(equal, w.values(), g.values())) for w, g in pairs)


def _without_names(pairs, equal, _):
    """A tuple or list where a dict is asked, in whatever order."""
    named = [(w, dict(zip(w, g.values(), strict=False))) for w, g in pairs if len(w) == len(g)]
    if len(named) < len(pairs) or not (_in_order(pairs, equal) or _permuted(
            named, equal, list(pairs[0][0]))):
        return None
    return Diagnosis("shape/tuple", "the values are right but come without their names",
                     "Return a dict with the keys " + ", ".join(map(repr, pairs[0][0])) + ".")


def _keys(pairs, equal, answer):
    """Keys too many or too few, other ones, or exchanged, where the values are right."""
    extra = sorted({str(k) for w, g in pairs for k in g.keys() - w.keys()})
    missing = sorted({str(k) for w, g in pairs for k in w.keys() - g.keys()})
    if extra and missing and _in_order(pairs, equal):
        return Diagnosis("convention/key-names", "the values are right but carry other names: "
                         + ", ".join(map(repr, extra[:5])),
                         "The names asked for are " + ", ".join(map(repr, pairs[0][0])) + ".")
    if not extra and not missing and answer.wrong and _permuted(pairs, equal, list(pairs[0][0])):
        return Diagnosis("neighbour-formula/keys-swapped", "the values are right but stand under "
                         "each other's names", "Compare each name with what is stored under it.")
    if not all(equal(w[k], g[k]) for w, g in pairs for k in w.keys() & g.keys()):
        return None
    if extra and not missing:
        return Diagnosis("shape/extra-keys", "the dict holds more keys than asked for: "
                         + ", ".join(map(repr, extra[:5])), "Return exactly the keys named.")
    if missing and not extra and any(g for _, g in pairs):
        return Diagnosis("missing-return/keys-missing", "the dict lacks "
                         + ", ".join(map(repr, missing)) + "; what is there is right",
                         "One entry per parameter.")
    return None


def _permuted(pairs, equal, names):
    """Whether the values are right in one and the same other order."""
    if len(names) > 8 or any(list(w) != names or g.keys() != w.keys() for w, g in pairs):
        return False
    fits = {k: [j for j in names if all(equal(w[k], g[j]) for w, g in pairs)] for k in names}
    return all(fits.values()) and any(all(j in fits[k] for k, j in zip(names, order, strict=True))
                                      for order in itertools.permutations(names))


def _order_of_results(pairs, equal, answer):
    """Results too many, or in another order."""
    count = len(pairs[0][0])
    if all(len(g) > len(w) and all(equal(w[k], g[k]) for k in w) for w, g in pairs):
        return Diagnosis("shape/extra-results", "more results come back than asked for; the "
                         "first ones are right", f"Return {count} results.")
    if answer.wrong and _permuted(pairs, equal, list(range(count))):
        return Diagnosis("convention/order-of-results",
                         "the results are right but come in another order",
                         "Return them in the order that the task names.")
    return None


def where_numpy_warns(answer):
    """Wrong on exactly the cases on which NumPy warned: something is not finite on the way."""
    warned = {i for i, o in enumerate(answer.seen) if o.warned}
    if not warned or warned != set(answer.wrong) or len(warned) == len(answer.cases):
        return None
    said = answer.seen[min(warned)].warned[0]
    return Diagnosis("unstable/where-numpy-warns",
                     f"right, except on inputs where NumPy warns: “{said}”",
                     "Look which line warns, with `why()`, and rewrite it so that nothing "
                     "overflows and nothing is divided by 0.")
