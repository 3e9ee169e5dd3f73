"""What shows in a wrong answer before its numbers are compared with any other code.

The text of an error, a missing `return`, a changed argument, results too many or in another order,
NumPy's warnings. Each function takes an `Answer` and returns a `Diagnosis` or None.
"""

import ast
import itertools
import re
from dataclasses import replace

import numpy as np

from misstep.judge import tables
from misstep.judge.answer import Diagnosis
from misstep.judge.compare import as_array, compare, parts_of


def _errors(name):
    """(pattern, `Said`) of a table of errors; {0} in the words is the first group."""
    return tuple((pattern, tables.Said(*tables.heading(words), **needs))
                 for pattern, words, needs in tables.rows(tables.HERE / name))


RAISED = _errors("errors_first.txt")
MESSAGES = _errors("errors_last.txt")  # less telling than a known mistake on cases that return


def raised(answer, rows=RAISED):
    """What the error's text shows, if an error is the first thing that goes wrong."""
    off = [i for i in range(len(answer.seen)) if i in answer.off]
    if not off or not answer.seen[off[0]].error:
        return None
    shown = answer.places.index(answer.shown) if answer.shown in answer.places else off[0]
    seen = answer.seen[shown] if answer.seen[shown].error else answer.seen[off[0]]
    for pattern, row in rows:
        match = re.search(pattern, f"{seen.error}: {seen.detail}\n{seen.line}")
        if match and answer.meets(row.needs):
            return answer.named(replace(row, what=row.what.format(*filter(None, match.groups()))))
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
    return Diagnosis("shape/list-given", "right for arrays, but of a plain list too many entries "
                     "come back, or none", "Start with np.asarray(…): `*` repeats a list, `+` "
                     "joins two, and -1 * [1, 2] is the empty list.")


def not_finished(answer):
    """A call that had not returned when it was stopped; slow and endless are two things."""
    form, stopped = answer.form, next(o for o in answer.seen if o.stopped)
    if "together" in stopped.detail:
        return Diagnosis("endless/too-slow", stopped.detail, "Look which line is run most often: "
                         "can the whole array be computed at once, or the search end earlier?")
    on_some = "on some inputs " if any(o.returned for o in answer.seen) else ""
    where = "What takes so long there, and does it end on every input?"
    if form.has(ast.While):
        where = ("Look at the `while` loop: does its condition become false on every input, and "
                 "how many turns does it take?")
    elif form.has(ast.For):
        where = ("How many turns do its loops take together? Fewer should do; or compute with "
                 "whole arrays.")
    return Diagnosis("endless/not-finished",
                     f"{on_some}the function had not returned after 2.5 s", where)


def first_turn(answer):
    """A `return` on the level of a loop's body, which ends it in the first turn."""
    if answer.form.first_turn is None or all(answer.seen[i].error for i in answer.off):
        return None
    return Diagnosis("missing-return/in-the-loop", "a `return` stands in the body of a loop, which "
                     "so ends in its first turn", "Move it to the left, behind the loop.")


def compares_only(answer):
    """A line that compares where it should store, by its text."""
    line = answer.form.compares_only
    return line and Diagnosis(
        "omitted-term/compared-not-stored", f"the line `{ast.unparse(line)}` compares, and nothing "
        "keeps the result", "A single = stores, two of them compare.")


def always_true(answer):
    """A condition that holds on every input, by its text."""
    test = answer.form.always_true
    if test is None:
        return None
    last = ast.unparse(test.values[-1])
    return Diagnosis("convention/always-true", f"`{ast.unparse(test)}` holds whatever is compared: "
                     f"`{last}` alone counts as true", "Compare on both sides of `or`.")


def nothing(answer):
    """No `return`, on all or on some inputs."""
    seen = answer.seen
    if not any(o.returned and o.value is None for o in seen):
        return None
    if answer.form.hands_on_none:
        on_some = "" if all(o.returned and o.value is None for o in seen) else "on some inputs "
        return Diagnosis("missing-return/none-handed-on", f"{on_some}what is returned is None",
                         "A method that changes something in place, such as list.append(), and "
                         "print give None: return the value itself." if answer.form.calls_for_none
                         else "A name that starts as None is returned before anything else is "
                         "stored in it." if answer.form.starts_as_none else "")
    never = answer.form.trees and not answer.form.has(ast.Return)
    if never or all(o.returned and o.value is None for o in seen):
        if any(o.changed for o in seen):
            return Diagnosis("missing-return/changes-argument",
                             "the function changes its argument and returns nothing",
                             "Build the result in a new array and `return` it.")
        return Diagnosis("missing-return/none", "the function computes but returns nothing",
                         "End it with a `return` statement.")
    also = " What comes back elsewhere is not right either" * any(
        seen[i].error or seen[i].value is not None for i in answer.wrong)
    in_loop = ": does the `return` stand inside the loop?" if answer.form.returns_in_loop else "."
    return Diagnosis("missing-return/some-paths",
                     "on some inputs the function reaches its end without a `return`",
                     f"Check that every branch returns.{also}" + (in_loop if also else ""))


def not_yet_made(answer):
    """What makes its values when they are asked for, where they are to come back themselves."""
    values = [o.value for o in answer.seen]
    if isinstance(answer.expected[0], dict) or np.ndim(as_array(answer.expected[0])) == 0 and not (
            isinstance(answer.expected[0], tuple)) or not all(
            getattr(v, "type_name", None) in LAZY for v in values):
        return None
    where = ("Collect what each `yield` hands out in a list and return that." if answer.form.has(
        ast.Yield, ast.YieldFrom) else "Put list(…) around it.")
    return Diagnosis("shape/not-yet-made", f"{values[0]} comes back, which is to be looped "
                     "through: it is neither a list nor a tuple", where)


LAZY = {"generator", "map", "zip", "filter", "enumerate", "dict_values", "dict_keys", "dict_items"}


def arguments_changed(answer):
    """Arguments changed: certain, whatever else is wrong."""
    names, changed = answer.judge.arguments, sorted({i for o in answer.seen for i in o.changed})
    sentence = " and ".join(f"`{names[i]}`" for i in changed if i < len(names))
    types = {type(a) for case in answer.cases for i, a in enumerate(case.args) if i in changed}
    return Diagnosis("in-place/argument-changed", f"the call changes the argument {sentence}",
                     "What is passed in belongs to the caller: copy it first, or make a new one"
                     + (", as `set(a)` and `list(a)` do." if types <= {set, list} else
                        ", with new arrays in it." if dict in types else
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
    if not all(isinstance(v, tuple) and v for v in values):
        return None
    if all(len(v) == 1 and compare(e, v[0], answer.tolerance) is None
           for e, v in zip(answer.expected, values, strict=True)):
        return Diagnosis("shape/one-in-a-tuple", "a tuple with one entry comes back, and that "
                         "entry is right", "A comma at the end makes a tuple: `return x,`. "
                         "Return the entry itself.")
    if not all(len(v) > 1 for v in values):
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
        always = all(k not in g for w, g in pairs for k in w.keys() & set(missing))
        lacking = ", ".join(map(repr, missing)) if always else "keys that are asked for"
        return Diagnosis("missing-return/keys-missing", f"the dict lacks {lacking}; what is there "
                         "is right", "One entry per parameter.")
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
    sentence = answer.seen[min(warned)].warned[0]
    return Diagnosis("unstable/where-numpy-warns",
                     f"right, except on inputs where NumPy warns: “{sentence}”",
                     "Look which line warns, with `why()`, and rewrite it so that nothing "
                     "overflows and nothing is divided by 0.")
