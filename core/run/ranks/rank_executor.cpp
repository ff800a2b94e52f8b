#include "core/run/ranks/rank_executor.hpp"

#include <utility>

#include "core/run/ranks/rank_peers.hpp"

namespace heteroscope {

RankExecutor::RankExecutor() = default;
RankExecutor::~RankExecutor() = default;

std::optional<RankFrame> RankExecutor::execute(const Plan& plan, const RanksRun& run) {
  peers_ = std::make_unique<RankPeers>(run.ranks, plan.bands[plan.rank]);
  std::optional<Frame> frame =
      executor_.execute(plan, BandRun{.summarize = run.summarize, .peers = peers_.get(), .checkpoint = run.checkpoint});
  if (!frame) return std::nullopt;
  return RankFrame{.frame = *std::move(frame), .band = peers_->band(), .halo = peers_->halo()};
}

}  // namespace heteroscope
