#include "kernels/laplace/methods/multigrid_participants.hpp"

#include <algorithm>

namespace heteroscope::laplace {

namespace {

Rows inside(Rows rows, int first, int end) {
  return {std::max(rows.begin, first), std::min(rows.end, end)};
}

Rows widened_within(Rows rows, int more, int n) {
  return rows.empty() ? rows : inside({rows.begin - more, rows.end + more}, 0, n);
}

/// The rows of a grid of `of` nodes a side between which the given rows of an n × n grid lie.
Rows around_rows(Rows rows, int n, int of) {
  if (rows.empty()) return {};
  const auto before = [&](int y) { return between(y, n - 1, of - 1, 0.0).first; };
  return inside({before(rows.begin), before(rows.end - 1) + 2}, 0, of);
}

/// The rows of the finer grid whose residuals are restricted to inner rows of the coarser one, widened by the row on
/// each side that the residuals read.
Rows restricted_rows(Rows rows, int coarse, int fine) {
  const Rows inner = inside(rows, 1, coarse - 1);
  if (inner.empty()) return {};
  constexpr int lent = 4;
  const auto first = [&](int y) { return lends(y, fine - 1, coarse - 1, 0.0).first; };
  return inside({first(inner.begin) - 1, first(inner.end - 1) + lent + 1}, 0, fine);
}

/// The first level whose passes cost nothing beside the synchronization that sharing them would need. Counted for 4097²
/// nodes in fp64 and the inner ones of four participants: of the grids that are shared 6 % of the work is done twice,
/// 2 MB are fetched on each side when a step begins, and 0.4 MB in its middle. With `share` 8 it would be 3 %, 1 MB and
/// 1.5 MB; with 32, 13 %, 4 MB and 0.1 MB.
int first_whole_of(std::span<const int> nodes) {
  constexpr int small = 65;
  constexpr int share = 16;  // of the finest grid's side
  const int most = std::max(small, nodes.front() / share + 1);
  return static_cast<int>(std::ranges::find_if(nodes, [&](int n) { return n <= most; }) - nodes.begin());
}

/// Goes through the passes from the last to the first and keeps track of the rows of each grid that are still needed.
class Backward {
 public:
  Backward(std::span<const int> nodes, int first_whole, Rows own_whole, Rows result)
      : nodes_(nodes), first_whole_(first_whole), own_whole_(own_whole), u_(nodes.size()), b_(nodes.size()) {
    u_.front() = is_whole(0) ? all(0) : result;
  }

  [[nodiscard]] Rows needed_of_finest() const { return u_.front(); }

  /// The rows that the pass has to write.
  Rows rows_of(const Pass& pass) {
    const int level = pass.level;
    const int coarse = level + 1;
    switch (pass.kind) {
      case PassKind::red:
      case PassKind::black: {
        if (is_whole(level)) return all(level);
        const Rows rows = u_[at(level)];
        if (!pass.top) b_[at(level)] = hull(b_[at(level)], rows);
        u_[at(level)] = widened_within(rows, 1, nodes_[at(level)]);
        return rows;
      }
      case PassKind::red_from_zero:
        return all(level);
      case PassKind::correct:
      case PassKind::first_guess: {
        if (is_whole(level)) return all(level);
        const Rows rows = u_[at(level)];
        const Rows inner = inside(rows, 1, nodes_[at(level)] - 1);
        u_[at(coarse)] = hull(u_[at(coarse)], around_rows(inner, nodes_[at(level)], nodes_[at(coarse)]));
        return rows;
      }
      case PassKind::restrict_residual: {
        if (is_whole(level)) return all(coarse);
        const Rows rows = coarse == first_whole_ ? own_whole_ : hull(u_[at(coarse)], b_[at(coarse)]);
        const Rows read = restricted_rows(rows, nodes_[at(coarse)], nodes_[at(level)]);
        u_[at(level)] = hull(u_[at(level)], read);
        if (!pass.top) b_[at(level)] = hull(b_[at(level)], read);
        u_[at(coarse)] = b_[at(coarse)] = {};
        return rows;
      }
      case PassKind::coarsen_boundary: {
        if (is_whole(level)) return all(coarse);
        const Rows rows = is_whole(coarse) ? all(coarse) : u_[at(coarse)];
        u_[at(level)] = hull(
            u_[at(level)], around_rows(inside(rows, 1, nodes_[at(coarse)] - 1), nodes_[at(coarse)], nodes_[at(level)]));
        u_[at(coarse)] = {};
        return rows;
      }
    }
    return {};
  }

 private:
  static std::size_t at(int level) { return static_cast<std::size_t>(level); }
  [[nodiscard]] bool is_whole(int level) const { return level >= first_whole_; }
  [[nodiscard]] Rows all(int level) const { return {0, nodes_[at(level)]}; }

  std::span<const int> nodes_;
  int first_whole_;
  Rows own_whole_;
  std::vector<Rows> u_;  ///< by level: the rows that the passes not yet visited must produce
  std::vector<Rows> b_;
};

}  // namespace

ParticipantPasses participant_passes(std::span<const Pass> list, std::span<const int> nodes, Rows own, int more) {
  ParticipantPasses out;
  out.first_whole = first_whole_of(nodes);
  const int finest = nodes.front();
  const int whole = nodes[static_cast<std::size_t>(out.first_whole)];
  // Borders are rounded down, except the end of the last participant's rows.
  const auto scaled = [&](int y) { return y == finest ? whole : static_cast<int>(std::int64_t{y} * whole / finest); };
  out.own_whole = {scaled(own.begin), scaled(own.end)};
  Backward backward(nodes, out.first_whole, out.own_whole, widened_within(own, more, finest));
  for (std::size_t i = list.size(); i-- > 0;) out.list.push_back({list[i], backward.rows_of(list[i])});
  std::ranges::reverse(out.list);
  out.start = backward.needed_of_finest();
  return out;
}

}  // namespace heteroscope::laplace
