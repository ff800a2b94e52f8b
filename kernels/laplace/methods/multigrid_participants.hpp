#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "kernels/laplace/methods/multigrid_passes.hpp"

namespace heteroscope::laplace {

/// The passes of a step as one of several participants computes them.
///
/// Participants synchronize as rarely as possible (communication-avoiding; compare Demmel, Hoemmen, Mohiyuddin and
/// Yelick, Avoiding communication in sparse matrix computations, IPDPS 2008): on each grid a participant computes its
/// own rows and, redundantly, as many beyond them as its later passes read, so that all it needs from others is there
/// when the step begins. Grids from level `first_whole` on are small: every participant computes all of them, after an
/// exchange of the right-hand side that is restricted to the first of them. (Were one participant to compute them for
/// all, the others would wait for as long, and then for the correction, which is one exchange more.)
///
/// What others fetch of the finest grid is changed by the very next pass, so that this exchange has to settle. The
/// right-hand side is changed by the next restriction alone: before it is the next step's exchange, or else, where a
/// step of full multigrid has more cycles, the exchange settles, too. A step of one cycle thus has three barriers.
struct ParticipantPasses {
  int first_whole = 0;  ///< a level
  Rows start;           ///< rows of the finest grid's u that must be there at first
  Rows own_whole;       ///< rows of the grid `first_whole` that the participant restricts to it
  std::vector<PassRows> list;
};

/// The passes of a participant that has rows `own` of the finest grid and in the end wants `more` rows on both sides.
/// `nodes` has each grid's nodes a side, the finest first.
ParticipantPasses participant_passes(std::span<const Pass> list, std::span<const int> nodes, Rows own, int more);

/// Runs the passes, as the only participant or as one of several.
template <class T, class Backend>
void run_on_participants(const IterateJob& job, Backend& on, const Levels<T>& levels, std::span<const Pass> list,
                         int more) {
  std::vector<PassRows> passes;
  if (!job.collective) {
    for (const Pass& each : list) passes.push_back({each, all_rows});
    on.passes(levels, passes);
    return;
  }
  std::vector<int> nodes;
  for (int i = 0; i < levels.count; ++i) nodes.push_back(levels.level[i].n);
  const ParticipantPasses participant = participant_passes(list, nodes, job.rows, more);
  const auto rows_of = [](const Level<T>& level, T* plane, Rows have, Rows want) {
    return SharedArray{
        .data = plane, .unit_bytes = sizeof(T) * static_cast<std::size_t>(level.n), .have = have, .want = want};
  };
  const auto goes_whole = [&](const PassRows& each) {
    return each.pass.kind == PassKind::restrict_residual && each.pass.level + 1 == participant.first_whole;
  };
  auto restrictions = std::ranges::count_if(participant.list, goes_whole);
  on.exchange_and_settle({rows_of(levels.level[0], levels.level[0].u, job.rows, participant.start)});
  for (const PassRows& each : participant.list) {
    passes.push_back(each);
    if (!goes_whole(each)) continue;
    on.passes(levels, passes);
    const Level<T>& whole = levels.level[participant.first_whole];
    const SharedArray b = rows_of(whole, whole.b, participant.own_whole, {0, whole.n});
    --restrictions > 0 ? on.exchange_and_settle({b}) : on.exchange({b});
    const Pass rest{PassKind::red_from_zero, static_cast<unsigned char>(participant.first_whole), false};
    passes.assign(1, {rest, all_rows});
  }
  on.passes(levels, passes);
}

}  // namespace heteroscope::laplace
