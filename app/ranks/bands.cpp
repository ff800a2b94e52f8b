#include "app/ranks/bands.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/ranks/ranks.hpp"
#include "app/ranks/work.hpp"
#include "core/base/error.hpp"
#include "core/base/signals.hpp"
#include "core/base/watch.hpp"
#include "core/io/json/settings_json.hpp"
#include "core/lanes/partition.hpp"
#include "core/run/iteration/iteration_keeper.hpp"
#include "core/run/ranks/rank_speeds.hpp"
#include "core/world/companions.hpp"
#include "core/world/letters.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

using nlohmann::json;

/// What all ranks must be alike in.
json work_of(const Plan& plan, const RankUse& use, const CheckpointUse& checkpoint) {
  json out = json::parse(to_json(plan.settings, catalog()));
  out["version"] = HETEROSCOPE_VERSION;
  out["halo"] = id_of(use.halo);
  out["bands"] = id_of(use.bands);
  if (checkpoint.keeper != nullptr) {
    const IterationPoint* const begun = checkpoint.keeper->begun();
    out["checkpoint"] = {{"every_ms", checkpoint.every_ms}, {"step", begun == nullptr ? 0 : begun->step}};
  }
  return out;
}

/// Refuses what would change nothing where lanes meet: each step goes on from all ranks' sums.
void check_use(const Plan& plan, const RankUse& use) {
  if (!lanes_meet(plan)) return;
  const std::string what =
      "what conjugate gradients exchange goes in letters or through shared memory, and nothing can be computed "
      "meanwhile";
  if (use.halo == HaloWay::ipc || use.halo == HaloWay::mpi)
    throw BadInput(fmt::format("--halo {}: {}", id_of(use.halo), what));
  if (use.overlap == Overlap::always) throw BadInput(fmt::format("--overlap {}: {}", id_of(use.overlap), what));
}

void tell_shares(Companions& companions, const BandShare& own, std::vector<BandShare>& shares) {
  if (companions.rank() > 0) {
    companions.end();
    companions.send(0, packed(own));
    return;
  }
  shares = {own};
  for (int i = 1; i < companions.count(); ++i) shares.push_back(unpacked<BandShare>(rest_of(companions.receive(i))));
  companions.end();
}

/// An MPI that is given a GPU's memory copies it in whatever thread asks: each has to use that GPU.
std::function<std::shared_ptr<void>()> thread_of(const Plan& plan, World& world) {
  const auto gpu = std::ranges::find_if(plan.lanes, &Lane::is_gpu);
  if (gpu == plan.lanes.end() || world.mover() == nullptr) return {};
  return [device = gpu->device] {
    auto use = std::make_shared<device::Use>(device);
    device::synchronize();  // as numbers are, the first GPU is in use before it is asked for anything
    return use;
  };
}

/// Whether to wait no longer for other ranks once somebody wants the end. Ranks whose state is kept agree first on the
/// step that they stop at, four times a second; where one has died they never will, and mpirun, which then asks for the
/// end, ends whoever is there a second later.
class Stopping {
 public:
  explicit Stopping(bool agrees) : agrees_(agrees) {}
  void agree_no_more() { agrees_ = false; }
  bool now() {
    if (!EndOnRequest::asked()) return false;
    if (!agrees_) return true;
    double none = never;
    since_ms_.compare_exchange_strong(none, clock_.ms());
    return clock_.ms() - since_ms_ > patience_ms;
  }

 private:
  static constexpr double patience_ms = 600, never = -1;
  const Watch clock_;
  std::atomic<bool> agrees_;
  std::atomic<double> since_ms_ = never;  ///< it was asked for
};

std::string ways_text(const std::vector<BandShare>& shares) {
  HaloWays all;
  for (const BandShare& each : shares) all.add(each.halo);
  std::vector<std::string_view> used;
  for (const auto& each : ids<HaloWay>) {
    if (all.has[static_cast<std::size_t>(each.first)]) used.push_back(each.second);
  }
  return used.empty() ? "" : fmt::format(" (--halo {})", fmt::join(used, ", "));
}

}  // namespace

std::optional<SharedFrame> execute_in_bands(Executor& executor, const Plan& plan, RankUse use,
                                            const CheckpointUse& checkpoint, const TakeBands& take) {
  World& world = ranks()->world();
  check_use(plan, use);
  const json work = work_of(plan, use, checkpoint);
  ranks()->agree(work.dump(), [&](const std::string& theirs) { return difference_of_work(work, theirs); });

  const EndOnRequest request;
  Stopping stopping(checkpoint.keeper != nullptr);
  Companions companions(
      world, [&] { return stopping.now(); }, longest_silence, thread_of(plan, world));
  std::optional<SharedFrame> out;
  const Failure failed = attempt([&] {
    companions.begin();
    use.companions = &companions;
    const Plan own = use.bands == BandRows::equal ? plan : with_rows_by_speed(plan, use);
    std::optional<Frame> frame = executor.execute(own, {.ranks = use, .checkpoint = checkpoint});
    if (!frame) return companions.end();
    stopping.agree_no_more();
    out.emplace().frame = *std::move(frame);
    take(out->frame, companions);
    const Timing& timing = out->frame.timing;
    tell_shares(companions,
                {.rows = own.bands[own.rank].count(),
                 .compute_ms = timing.compute(),
                 .exchange_ms = timing.exchange,
                 .halo = out->frame.halo},
                out->shares);
  });
  if (!failed) return out;
  companions.fail(failed);
  if (companions.lost()) ranks()->lose();
  const bool ended = companions.lost() || EndOnRequest::asked();
  raise({failed.kind, failed.line + (ended && checkpoint.keeper == nullptr ? "; nothing is kept" : "")});
}

std::string shares_text(const std::vector<BandShare>& shares) {
  constexpr std::size_t most_listed = 8;
  std::vector<int> rows;
  std::vector<double> percent;
  for (const BandShare& each : shares) {
    rows.push_back(each.rows);
    const double all = each.compute_ms + each.exchange_ms;
    percent.push_back(all > 0 ? 100 * each.exchange_ms / all : 0);
  }
  if (shares.size() <= most_listed) {
    std::vector<std::string> exchanging;
    exchanging.reserve(percent.size());
    for (const double each : percent) exchanging.push_back(fmt::format("{:.0f} %", each));
    return fmt::format("{} ranks: {} rows, exchanging {} of the time{}", shares.size(), fmt::join(rows, ", "),
                       fmt::join(exchanging, ", "), ways_text(shares));
  }
  const auto [fewest, most] = std::ranges::minmax(rows);
  const auto [least, largest] = std::ranges::minmax(percent);
  return fmt::format("{} ranks: {} to {} rows, exchanging {:.0f} % to {:.0f} % of the time{}", shares.size(), fewest,
                     most, least, largest, ways_text(shares));
}

}  // namespace heteroscope
