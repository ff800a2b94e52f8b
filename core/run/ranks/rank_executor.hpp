#pragma once

#include <memory>
#include <optional>

#include "core/run/execute.hpp"
#include "core/run/ranks/field_band.hpp"
#include "core/run/ranks/rank_bands.hpp"
#include "core/run/ranks/rank_use.hpp"

namespace heteroscope {

class RankPeers;

/// How a rank executes its band of a plan.
struct RanksRun {
  bool summarize = true;
  RankUse ranks{};
  CheckpointUse checkpoint{};  ///< as a WholeRun's
};

/// A frame whose rows ranks share: what is said of it is of the whole, and it has no field.
struct RankFrame {
  Frame frame;
  Parts bands;     ///< the rows of each rank
  FieldBand band;  ///< this rank's rows of the result, on the host
  HaloWays halo;   ///< by which an iteration's rows went to other ranks
};

/// Runs plans that ranks share, each rank its band; the others execute theirs at the same time and in the same way.
class RankExecutor {
 public:
  RankExecutor();
  ~RankExecutor();
  RankExecutor(const RankExecutor&) = delete;
  RankExecutor& operator=(const RankExecutor&) = delete;

  /// Nothing where the store of an iteration's state wanted it to stop. Throws what Executor::execute() does, and what
  /// another rank has failed with.
  std::optional<RankFrame> execute(const RankPlan& plan, const RanksRun& run);

 private:
  Executor executor_;
  std::unique_ptr<RankPeers> peers_;  ///< of the last frame; its memory goes back to the executor's
};

}  // namespace heteroscope
