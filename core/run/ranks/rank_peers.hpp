#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/run/peers.hpp"
#include "core/run/ranks/field_band.hpp"
#include "core/run/ranks/rank_steps.hpp"
#include "core/run/ranks/rank_use.hpp"

namespace heteroscope {

/// The other ranks, of one frame.
class RankPeers final : public Peers {
 public:
  /// `own`: the rows that this rank has.
  RankPeers(const RankUse& use, Rows own) : use_(use), communicator_(*use.communicator), own_(own) {}

  void begin_steps(const Plan& plan, BufferPool& pool) override;
  void take_steps(const StageContext& context, std::span<IterateJob> jobs, int rows, bool measures,
                  Timing& chunk) override;
  void end_steps(Timing& timing) override;
  void take_rows(const Extent& whole, BufferPool& pool, const std::function<void(void* data)>& write) override;
  Summary summary(int threads) override;
  Tally tally(int threads, const TallyRow& row) override;
  ValueSample sample(bool zero_is_special) override;
  double largest(double own) override { return communicator_.largest(own); }
  std::vector<std::vector<std::byte>> gathered(std::span<const std::byte> own) override;
  void end_agreed() override { communicator_.set_patience(longest_silence); }

  [[nodiscard]] const FieldBand& band() const { return band_; }
  [[nodiscard]] const HaloWays& halo() const { return halo_; }

 private:
  RankUse use_;
  Communicator& communicator_;
  Rows own_;
  std::optional<RankSteps> steps_;
  FieldBand band_;
  HaloWays halo_;
};

}  // namespace heteroscope
