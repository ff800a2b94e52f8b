#include "app/ranks/bands.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/ranks/ranks.hpp"
#include "app/ranks/work.hpp"
#include "core/base/error.hpp"
#include "core/model/schema/settings_json.hpp"
#include "core/plan/partition.hpp"
#include "core/process/signals.hpp"
#include "core/run/iteration/checkpoint_store.hpp"
#include "core/run/ranks/rank_speeds.hpp"
#include "core/world/communicator.hpp"
#include "core/world/messages.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

using nlohmann::json;

/// What all ranks must be alike in.
json work_of(const Plan& plan, const RankUse& use, const CheckpointUse& checkpoint) {
  json out = json::parse(to_json(plan.settings, catalog()));
  out["halo"] = id_of(use.halo);
  out["bands"] = id_of(use.bands);
  if (checkpoint.store != nullptr) {
    const IterationPoint* const begun = checkpoint.store->begun();
    out["checkpoint"] = {{"every_ms", checkpoint.every_ms}, {"step", begun == nullptr ? 0 : begun->step}};
  }
  return out;
}

/// Refuses what would change nothing where participants meet: each step goes on from all ranks' sums.
void check_use(const Plan& plan, const RankUse& use) {
  if (!participants_exchange(plan)) return;
  const std::string what =
      "conjugate gradients exchange through MPI messages or shared memory, and nothing can be computed "
      "meanwhile";
  if (use.halo == HaloWay::ipc) throw BadInput(fmt::format("--halo {}: {}", id_of(use.halo), what));
  if (use.overlap == Overlap::always) throw BadInput(fmt::format("--overlap {}: {}", id_of(use.overlap), what));
}

/// The last message of each rank but 0, at rank 0. None of them takes in more: rank 0's goodbye is not for companions.
std::vector<std::vector<std::byte>> last_letters(Communicator& communicator, std::span<const std::byte> own) {
  std::vector<std::vector<std::byte>> out;
  if (communicator.rank() > 0) {
    communicator.end();
    communicator.send(0, own);
    return out;
  }
  for (int i = 1; i < communicator.count(); ++i) out.push_back(communicator.receive(i));
  communicator.end();
  return out;
}

void tell_shares(Communicator& communicator, const BandShare& own, std::vector<BandShare>& shares) {
  shares = {own};
  for (const auto& each : last_letters(communicator, packed(own))) shares.push_back(unpacked<BandShare>(rest_of(each)));
}

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

std::optional<SharedFrame> execute_in_bands(RankExecutor& executor, const RankPlan& of, RankUse use,
                                            const CheckpointUse& checkpoint, const TakeBands& take) {
  World& world = ranks()->world();
  const Plan& plan = of.plan;
  check_use(plan, use);
  const json work = work_of(plan, use, checkpoint);
  ranks()->agree(work.dump(), [&](const std::string& theirs) { return difference_of_work(work, theirs); });

  const EndOnRequest request;
  Communicator communicator(world, EndOnRequest::token());
  // ranks whose state is kept agree on the step that they stop at; where one has died mpirun, which then asks for the
  // end, ends whoever is there a second later
  constexpr std::chrono::milliseconds for_others{500};
  if (checkpoint.store != nullptr) communicator.set_patience(for_others);
  std::optional<SharedFrame> out;
  const Failure failed = attempt([&] {
    communicator.begin();
    use.communicator = &communicator;
    const bool by_speed = use.bands == BandRows::measured && plan.workload->iterates();
    const RankPlan own = by_speed ? with_rows_by_speed(of, use) : of;
    std::optional<RankFrame> made = executor.execute(own, {.ranks = use, .checkpoint = checkpoint});
    if (!made) {
      last_letters(communicator, {});
      return;
    }
    communicator.set_patience({});
    take(*made, communicator);
    out.emplace().frame = std::move(made->frame);
    const Timing& timing = out->frame.timing;
    tell_shares(
        communicator,
        {.rows = own.own().count(), .compute_ms = timing.compute(), .exchange_ms = timing.exchange, .halo = made->halo},
        out->shares);
  });
  if (!failed) return out;
  communicator.fail(failed);
  if (communicator.lost()) ranks()->lose();
  const bool ended = communicator.lost() || EndOnRequest::asked();
  raise({failed.kind, failed.line + (ended && checkpoint.store == nullptr ? "; nothing is saved" : "")});
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
