#include "app/ranks/bands.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/ranks/ranks.hpp"
#include "app/ranks/work.hpp"
#include "core/base/error.hpp"
#include "core/base/signals.hpp"
#include "core/io/settings_json.hpp"
#include "core/lanes/partition.hpp"
#include "core/world/companions.hpp"
#include "core/world/letters.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

using nlohmann::json;

/// What all ranks must be alike in.
json work_of(const Plan& plan, const RankUse& use) {
  json out = json::parse(to_json(plan.settings, catalog()));
  out["version"] = HETEROSCOPE_VERSION;
  out["halo"] = id_of(use.halo);
  return out;
}

/// Refuses what would change nothing where lanes meet: each step goes on from all ranks' sums.
void check_use(const Plan& plan, const RankUse& use) {
  if (!lanes_meet(plan)) return;
  const std::string what = "what conjugate gradients exchange goes in letters, and nothing can be computed meanwhile";
  if (use.halo != HaloWay::pinned) throw BadInput(fmt::format("--halo {}: {}", id_of(use.halo), what));
  if (use.overlap == Overlap::always) throw BadInput(fmt::format("--overlap {}: {}", id_of(use.overlap), what));
}

void tell_shares(Companions& companions, const BandShare& own, std::vector<BandShare>& shares) {
  if (companions.rank() > 0) {
    companions.end();
    companions.send(0, std::as_bytes(std::span(&own, 1)));
    return;
  }
  shares = {own};
  for (int i = 1; i < companions.count(); ++i) {
    const std::vector<std::byte> letter = companions.receive(i);
    std::memcpy(&shares.emplace_back(), rest_of(letter).data(), sizeof(BandShare));
  }
  companions.end();
}

}  // namespace

SharedFrame execute_in_bands(Executor& executor, const Plan& plan, RankUse use) {
  World& world = ranks()->world();
  check_use(plan, use);
  const json work = work_of(plan, use);
  ranks()->agree(work.dump(), [&](const std::string& theirs) { return difference_of_work(work, theirs); });

  const EndOnRequest request;
  Companions companions(world, EndOnRequest::asked);
  SharedFrame out;
  const Failure failed = attempt([&] {
    companions.begin();
    use.companions = &companions;
    out.frame = executor.execute(plan, {.summarize = ranks()->leads(), .ranks = use}).value();
    const Timing& timing = out.frame.timing;
    tell_shares(companions,
                {.rows = plan.bands[plan.rank].count(), .compute_ms = timing.compute(), .exchange_ms = timing.exchange},
                out.shares);
  });
  if (!failed) return out;
  companions.fail(failed);
  if (companions.lost()) ranks()->lose();
  raise(failed);
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
    for (const double each : percent) exchanging.push_back(fmt::format("{:.0f} %", each));
    return fmt::format("{} ranks: {} rows, exchanging {} of the time", shares.size(), fmt::join(rows, ", "),
                       fmt::join(exchanging, ", "));
  }
  const auto [fewest, most] = std::ranges::minmax(rows);
  const auto [least, largest] = std::ranges::minmax(percent);
  return fmt::format("{} ranks: {} to {} rows, exchanging {:.0f} % to {:.0f} % of the time", shares.size(), fewest,
                     most, least, largest);
}

}  // namespace heteroscope
