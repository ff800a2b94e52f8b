#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/run/ranks/field_band.hpp"
#include "core/run/ranks/halo.hpp"
#include "core/run/ranks/remote_exchange.hpp"
#include "core/run/shares/stage_run.hpp"

namespace heteroscope {

/// Steps that ranks take together, each in its band: rows of the edges go to the ranks beside and come from there,
/// before the steps or, where that is worth it, while the inner rows are computed. Made when an execution begins.
///
/// A band's edge is then computed by itself: what a job of k steps needs for `rows` of them, as many rows beyond on
/// both sides, lies in planes of three times as many rows. Any variant computes there as anywhere: the views have the
/// whole field's size, and begin so far ahead that the row's numbers are those of the whole.
class RankSteps {
 public:
  RankSteps(const Plan& plan, const RankUse& use, BufferPool& pool, int planes, int spares);

  /// All participants take the jobs' steps, for which `rows` rows beyond the band are wanted. `measures`: the jobs
  /// write what they measure, and are not cut. Of participants that meet what they bring comes from other ranks, too.
  void run(const StageContext& context, std::span<IterateJob> jobs, int rows, bool measures, Timing& chunk);
  /// When all steps are taken.
  void close();
  /// That sending rows and waiting for them has taken, without what was computed meanwhile.
  [[nodiscard]] double exchange_ms() const { return exchange_ms_; }
  /// By which rows go to other ranks.
  [[nodiscard]] const HaloWays& ways() const { return ways_; }

 private:
  void run_barrier(const StageContext& context, std::span<IterateJob> jobs, Timing& chunk);
  /// Where the band ends at another's.
  struct Side {
    bool above = false;
    std::size_t participant = 0;  ///< whose rows are there
    std::unique_ptr<Halo> halo;
    std::vector<std::shared_ptr<Buffer>> buffers;
    std::vector<FieldView> views;
    std::optional<Plan> plan;  ///< of the edge's rows alone

    [[nodiscard]] Rows own(Rows band, int rows) const {
      return above ? Rows{band.begin, band.begin + rows} : Rows{band.end - rows, band.end};
    }
    [[nodiscard]] Rows beyond(Rows band, int rows) const {
      return above ? Rows{band.begin - rows, band.begin} : Rows{band.end, band.end + rows};
    }
  };
  void open(Side& side, int other);
  [[nodiscard]] std::map<int, RankLine> open_lines();
  void fill(Side& side);
  [[nodiscard]] std::size_t row_bytes() const;
  [[nodiscard]] std::span<const FieldView> state(std::span<const FieldView> planes) const {
    return planes.first(static_cast<std::size_t>(planes_));
  }
  void send(std::span<const IterateJob> jobs, int rows);
  void run_together(const StageContext& context, std::span<IterateJob> jobs, int rows, Timing& chunk);
  void run_apart(const StageContext& context, std::span<IterateJob> jobs, int rows, Timing& chunk);
  /// Copies rows of the state from one of a participant's places to another, on its stream; waits only of the CPU.
  void copy(const StageContext& context, const Side& side, std::span<const FieldView> from,
            std::span<const FieldView> to, Rows rows) const;
  [[nodiscard]] bool can_be_apart(int rows) const;
  [[nodiscard]] bool worth_apart(int rows) const;

  const Plan& plan_;
  RankUse use_;
  Communicator& communicator_;
  BufferPool& pool_;
  Rows band_;
  int planes_;  ///< of the state
  int spares_;
  int most_rows_;
  HaloWays ways_;
  std::vector<Side> sides_;
  std::optional<Plan> inner_;  ///< without the edges' rows
  std::unique_ptr<RemoteExchange> barrier_;
  double exchange_ms_ = 0;
  int exchanges_ = 0;
  double row_ms_ = 0;       ///< that a row's step took last
  double together_ms_ = 0;  ///< that the last exchange before steps took
};

}  // namespace heteroscope
