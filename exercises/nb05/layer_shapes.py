"""5.1 layer_shapes: its cases, right answers in other styles, hints, and what students write."""

import numpy as np

from misstep import Case, Exercise

NAMES = ("f", "H", "b_H", "k", "h", "U", "b_U", "z")


def layer_shapes(t, d, v, m):
    """Shapes of f, H, b_H, k, h, U, b_U, z for a batch of t rows: eight pairs.

    d inputs, v hidden units, m classes. Lectures MAY24-1.1b, MAY24-1.3k.
    """
    return (t, d), (d, v), (1, v), (t, v), (t, v), (v, m), (1, m), (t, m)


def cases():
    return [
        Case((1, 3, 50, 2), "one example, the lecture's sizes"),
        Case((4, 3, 50, 2), "four examples, the lecture's sizes"),
        Case((7, 5, 6, 4), "other sizes"),
        Case((2, 8, 3, 9), "fewer hidden units than inputs"),
        Case((5, 1, 4, 3), "a single input"),
    ]


def of_arrays(t, d, v, m):
    f, H, U = np.zeros((t, d)), np.zeros((d, v)), np.zeros((v, m))
    k = f @ H
    return [a.shape for a in (f, H, np.zeros((1, v)), k, k, U, np.zeros((1, m)), k @ U)]


BANK = """
layer_shapes(t, d, v, m)
    f = (t, d)                           # the shape of f
    H = (d, v)                           # the shape of H
    b_H = (1, v)                         # the shape of b_H
    k = (t, v)                           # the shape of k
    h = k                                # the shape of h
    U = (v, m)                           # the shape of U
    b_U = (1, m)                         # the shape of b_U
    z = (t, m)                           # the shape of z
    o = f, H, b_H, k, h, U, b_U, z

right: o = [list(s) for s in (f, H, b_H, k, h, U, b_U, z)] || np.array((f, H, b_H, k, h, U, b_U, z))
right: o = tuple(np.zeros(s).shape for s in (f, H, b_H, k, h, U, b_U, z))
right: o = [np.array(s) for s in (f, H, b_H, k, h, U, b_U, z)]

omitted-term/some-missing: some of the eight shapes are missing. Return eight pairs: f, H, b_H, k,
        h, U, b_U, z.
    o = o[:-1] || (f, H, U, z) || z || (f, k, h, z) || (H, b_H, U, b_U) || o[1:]
transpose/weights: a weight matrix is written for columns. Rows are examples, so a weight matrix is
        (in, out): it has a row for each input.
    H = (v, d)
shape/bias-without-row: a bias is written as a plain vector. In this course a bias keeps its row
        axis: one row, and a column for each unit.
    b_H = (v,) && b_U = (m,)
shape/bias-per-example: a bias has one row per example. One bias serves all the examples: one row,
        and broadcasting.
    b_H = (t, v) && b_U = (t, m)
shape/bias-of-inputs: a bias has the length of the layer's input. A bias is added to the layer's
        output: one number for each column of the product.
    b_H = (1, d) && b_U = (1, v)
shape/bias-one-number: a bias is one number for the whole layer. Every unit has its own bias.
    b_H = (1, 1) && b_U = (1, 1)
shape/one-example: there is only one row, as for a single example. A batch has t rows: so have f, k,
        h and z.
    f = (1, d) && k = (1, v) && z = (1, m)
shape/hidden-of-inputs: a hidden vector has the size of the input. The product f H has one column
        per hidden unit; the ReLU changes no shape.
    k = (t, d)
shape/hidden-of-classes: a hidden vector has the size of the output. The product f H has one column
        per hidden unit; the ReLU changes no shape.
    k = (t, m)
shape/u-from-inputs: U has a row for each input. U takes hidden vectors to logits, so it has v rows.
    U = (d, m)
shape/h-to-classes: H leads straight to the classes. H takes inputs to hidden units.
    H = (d, m)
shape/weights-of-batch: the shape of a weight matrix depends on the batch. Weights do not know how
        many examples there are.
    H = (t, v) && U = (t, m)
shape/square-weights: a weight matrix has as many rows as columns. It has a row for each input and a
        column for each output.
    H = (v, v) && U = (m, m)
shape/z-of-hidden: the logits have one column per hidden unit. The last layer leads to the classes.
    z = (t, v)
shape/one-class-per-row: z has one number per example. Each example has one logit per class.
    z = (t, 1) || (t,)
shape/bias-rows: the number of rows of a bias is not 1. One row serves all examples.
    b_H = (2, v) || (0, v) || (-1, v) || b_U = (2, m) || (0, m) || (-1, m)
convention/bias-in-weights: the bias is an extra row of its matrix. In this course biases are
        separate from their matrices.
    H = (d + 1, v) && U = (v + 1, m)
transpose/everything: a shape is written as (columns, rows). A shape counts the rows first.
    o = tuple(s[::-1] for s in o)
convention/order: these are the right shapes in a different order. Follow the computation: f, H,
        b_H, k, h, U, b_U, z.
    o = (H, b_H, U, b_U, f, k, h, z) || (k, f, H, b_H, h, z, U, b_U) || o[::-1]
neighbour-formula/sizes: the numbers of entries are returned. A shape is the pair (rows, columns).
    o = tuple(int(np.prod(s)) for s in o)
"""

EXERCISE = Exercise(
    id="layer_shapes", title="Fill in the table of shapes", notebook="05", number="5.1",
    signature="layer_shapes(t, d, v, m)", lecture=("MAY24-1.3k", "MAY24-1.1b"),
    minutes=5, difficulty=1, reference=layer_shapes, parts=NAMES, cases=cases, bank=BANK,
    hints=("Rows are examples. How many rows has f, and how many columns?",
           "In f H the inner sizes agree: (t, d) times (d, v) gives (t, v).",
           "f (t, d), H (d, v), b_H (1, v), k and h (t, v), U (v, m), b_U (1, m), z (t, m)"),
    formula="(t, d)(d, v) + (1, v) = (t, v);  (t, v)(v, m) + (1, m) = (t, m)",
    variation="write the shapes of the four gradients. Which of them depend on t?",
    right=(of_arrays,),
    awkward=lambda t, d, v, m: [list(map(float, s)) for s in layer_shapes(t, d, v, m)],
    heads=("layer_shapes(2, 1, 3, 2)", "layer_shapes(5, 4, 3, 2)"),
)
