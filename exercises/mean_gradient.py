"""What students write where a gradient is the mean of error times input: shared by 03c's two."""

BANK = """
mean_gradient(e, A, t)
    o = A.T @ e / t

factor/summed: the rows are summed. The loss is a mean over the t rows: divide by t.
    t = 1
factor/columns: the sum is divided by the number of columns. Divide by t, the number of rows.
    t = A.shape[1]
factor/entries: the sum is divided by the number of entries. Divide by t, the number of rows.
    t = A.size
factor/half-or-double: there is an extra factor of 2. A likelihood has no square that brings one.
    e = 2 * e
factor/half: there is an extra factor of ½. Divide only by t.
    e = e / 2
omitted-term/no-input: the inputs do not multiply the differences. Take each row's difference times
        its x, then the mean.
    o = np.full(len(v), e.sum() / t) || e.mean() * v
omitted-term/one-row: only a single row counts. The gradient is a mean over all t rows: if there is
        a loop, it adds its rows up, and `return` comes after it.
    o = e[-1] * A[-1] || e[-1] * A[-1] / t || e[0] * A[0] || e[0] * A[0] / t
neighbour-formula/means-multiplied: the mean difference is multiplied by the mean input. Multiply
        row by row, then take the mean.
    o = e.mean() * A.mean(0)
neighbour-formula/step: the weights after a step are returned. Return only the gradient.
    o = v - A.T @ e / t || v + A.T @ e / t
shape/each-row: the function returns a row for every example. Take the mean over them: the shape is
        (d,).
    o = e[:, None] * A
shape/each-row-divided: the function returns a row for every example, already divided by t. Sum
        them: the shape is (d,).
    o = e[:, None] * A / t
shape/residuals: the function returns one number per row. The gradient has one number for each
        weight: the mean of difference times x.
    o = e || e / t
shape/column: the result is a table. The shape is (d,): one number for each weight.
    o = (A.T @ e / t)[:, None] || (A.T @ e / t)[None, :]
"""
