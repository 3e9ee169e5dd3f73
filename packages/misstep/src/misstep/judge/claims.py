"""What the words of a name may claim of an answer: the vocabulary of `needs`.

``needs: loop, operator * or name square`` is all between commas, one of those around "or". Claims
are of the answer's text (`form.Form`) or of its results. Reads nothing and runs nothing.
"""

import ast
import functools

OPERATORS = {  # the classes of nodes and the names, one of which has to be there
    "+": ((ast.Add,), "add sum"),
    "-": ((ast.Sub, ast.USub), "subtract negative diff"),
    "*": ((ast.Mult,), "multiply prod einsum mul"),
    "/": ((ast.Div,), "divide true_divide reciprocal"),
    "//": ((ast.FloorDiv,), "floor_divide divmod"),
    "**": ((ast.Pow,), "pow power square"),
    "@": ((ast.MatMult,), "dot matmul einsum inner vdot tensordot vecdot"),
    "<": ((ast.Compare,), "greater greater_equal less less_equal sign heaviside maximum minimum "
          "clip searchsorted digitize argmax argmin min max sorted argsort"),
    "&": ((ast.BitAnd, ast.BitOr, ast.BitXor), "bitwise_and bitwise_or bitwise_xor xor"),
}
CLAIMS = {  # the same
    "loop": ((ast.For, ast.While, ast.AsyncFor, ast.comprehension),
             "map apply_along_axis vectorize reduce"),
    "range": ((), "range arange"),
    "set": ((ast.Set, ast.SetComp, ast.Dict, ast.DictComp),
            "set frozenset unique dict fromkeys Counter groupby"),
    "decision": ((ast.If, ast.IfExp, ast.While, ast.BoolOp, ast.Not, ast.Assert),
                 "max min sorted sort any all bool filter index"),
    "branches": ((ast.If, ast.IfExp), "where select choose"),
    "reshape": ((), "reshape ravel flatten flat resize"),
    "exponential": ((ast.Pow,), "exp exp2 expm1 cosh sinh tanh pow power logaddexp e"),
    "power": ((ast.Pow, ast.Mult), "pow power factorial gamma comb perm prod cumprod"),
}
PROPERTIES = {"axis": "has_axis", "column-index": "takes_columns", "return-in-loop":
              "returns_in_loop", "rounding": "rounds", "cut-range": "cuts_range",
              "chain": "chains", "default": "has_default", "unread": "is_unread"}
RESULTS = {  # claims of the result: tests of an `Answer`
    "all-parts": lambda answer: answer.part is None,
    # what holds the results is no matter of one part that is in its place and has its shape
    "container": lambda answer: answer.part is None or any(
        d is None or d.rung != "value" for d in map(answer.differences.__getitem__, answer.wrong)),
}


@functools.cache
def claims(needs):
    """What a field asks for, as tests of an `Answer`: of each tuple one has to be met.

    ``needs`` is "loop, operator * or name square": all between commas, one of those around "or".
    A ValueError for what is not in the vocabulary.
    """
    return tuple(tuple(map(_claim, part.split(" or "))) for part in filter(None, needs.split(",")))


def _claim(words):
    kind, *more = words.split() or [""]
    if kind in RESULTS and not more:
        return RESULTS[kind]
    if kind in PROPERTIES and not more:
        return lambda answer: getattr(answer.form, PROPERTIES[kind])
    if kind == "unused" and len(more) == 1:
        return lambda answer: more[0] in answer.judge.arguments and answer.form.unused(
            answer.judge.arguments.index(more[0]), more[0])
    if kind == "name" and more:
        return lambda answer: answer.form.has(calls=more)
    if kind == "operator" and more and OPERATORS.keys() >= set(more):
        kinds = [OPERATORS[sign] for sign in more]
    elif kind in CLAIMS and not more:
        kinds = [CLAIMS[kind]]
    else:
        raise ValueError(f"expected one of {', '.join((*CLAIMS, *PROPERTIES, *RESULTS))}, "
                         f"'operator' with some of {' '.join(OPERATORS)}, 'name …' or 'unused …', "
                         f"got {words.strip()!r}")
    return lambda answer: any(answer.form.has(*nodes, calls=names.split())
                              for nodes, names in kinds)
