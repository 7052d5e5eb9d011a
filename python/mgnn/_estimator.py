"""Layouts of dissimilarities as an estimator of scikit-learn."""
from __future__ import annotations

import inspect
from typing import Any, Optional

import numpy as np
from sklearn.base import BaseEstimator                      # type: ignore[import]
from sklearn.metrics import pairwise_distances              # type: ignore[import]
from sklearn.utils import check_array, check_random_state   # type: ignore[import]

from . import layout
from ._core import Error
from ._values import Array

_FINITE = "ensure_all_finite" if "ensure_all_finite" in inspect.signature(check_array).parameters \
    else "force_all_finite"     # before scikit-learn 1.6


class MGNNLayout(BaseEstimator):                            # type: ignore[misc]
    """Points whose distances come as near as possible to given dissimilarities, as
    sklearn.manifold.MDS finds them; each pair counts by the square of its error.

    >>> import numpy as np
    >>> points = mgnn.MGNNLayout().fit_transform(np.array([[0., 3, 4], [3, 0, 5], [4, 5, 0]]))

    n_components    the dimension of the points.
    metric          "precomputed": X is a square matrix of dissimilarities, NaN for pairs
                    that have none; else X has a row of features for each point, and their
                    distances are those of sklearn.metrics.pairwise_distances.
    max_iter        the most iterations; None: no limit.
    tol             relative decrease that ends a descent.
    n_jobs          threads; None: 1.
    random_state    of starts: a number, a RandomState or None.

    After fit: embedding_ (points), dissimilarity_matrix_, stress_ (the sum of squared
    errors), n_iter_, and result_, a mgnn.Layout.
    """

    def __init__(self, n_components: int = 2, *, metric: str = "precomputed",
                 max_iter: Optional[int] = None, tol: float = 1e-6, n_jobs: Optional[int] = None,
                 random_state: Any = None):
        self.n_components, self.metric, self.max_iter = n_components, metric, max_iter
        self.tol, self.n_jobs, self.random_state = tol, n_jobs, random_state

    def fit(self, X: Any, y: Any = None) -> "MGNNLayout":
        """Find the points of X."""
        self.fit_transform(X)
        return self

    def fit_transform(self, X: Any, y: Any = None) -> Array:
        """Find the points of X, and answer them."""
        ready = self.metric == "precomputed"
        X = check_array(X, dtype=np.float64, ensure_min_samples=2, estimator=self,
                        **{_FINITE: "allow-nan" if ready else True})
        self.n_features_in_ = X.shape[1]
        if ready and X.shape[0] != X.shape[1]:
            raise Error(f"X has the shape {X.shape}, must be a square matrix of dissimilarities; "
                        'of features: metric="euclidean"')
        d = X if ready else pairwise_distances(X, metric=self.metric)
        d = np.where(np.isnan(d), d.T, d)       # one triangle may be blank
        if not np.allclose(d, d.T, equal_nan=True) or (d < 0).any():
            raise Error("dissimilarities must be symmetric and at least 0")
        ends = np.argwhere(np.triu(np.isfinite(d), 1))
        self.result_ = layout((len(d), ends), d[tuple(ends.T)], dim=self.n_components,
                              pairs="edges", tolerance=self.tol, max_iterations=self.max_iter,
                              threads=self.n_jobs or 1,
                              seed=int(check_random_state(self.random_state).randint(2**31 - 1)))
        self.embedding_ = self.result_.positions
        self.dissimilarity_matrix_ = d
        self.stress_, self.n_iter_ = self.result_.energy, max(self.result_.iterations, 1)
        return self.embedding_

    def _more_tags(self) -> dict[str, Any]:
        return {"pairwise": self.metric == "precomputed", "allow_nan": self.metric == "precomputed"}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = tags.input_tags.allow_nan = self.metric == "precomputed"
        return tags
