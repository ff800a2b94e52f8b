#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/run/ranks/rank_executor.hpp"

namespace heteroscope {

/// The part of one rank in a frame whose rows are shared.
struct BandShare {
  int rows = 0;
  double compute_ms = 0;
  double exchange_ms = 0;  ///< that it has neither computed nor had anything else to do
  HaloWays halo;
};

struct SharedFrame {
  Frame frame;                    ///< as RankFrame's
  std::vector<BandShare> shares;  ///< at rank 0
};

/// The handling of a frame of which each rank has a band; every rank calls it.
using TakeBands = std::function<void(RankFrame&, Communicator&)>;

/// Executes an iteration's plan with all ranks, each in the band of the rows that its plan has (plan_of_rank()): the
/// bits of one process; and gives the frame away. Every rank calls it. `checkpoint`: who keeps the state; nothing where
/// it wanted one of them to stop. Throws BadInput or DeviceError where any fails, or would compute something else; and
/// where somebody wants the end of what is not kept.
std::optional<SharedFrame> execute_in_bands(RankExecutor& executor, const RankPlan& of, RankUse use,
                                            const CheckpointUse& checkpoint, const TakeBands& take);

/// "2 ranks: 512, 512 rows, exchanging 3 %, 2 % of the time (--halo shared)", or from the least to the most of many.
std::string shares_text(const std::vector<BandShare>& shares);

}  // namespace heteroscope
