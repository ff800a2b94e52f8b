#include "app/production/movie/movie_ranks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <stop_token>
#include <utility>

#include "app/compute/compute.hpp"
#include "app/production/movie/keyframes.hpp"
#include "app/production/movie/movie_format.hpp"
#include "app/ranks/work.hpp"
#include "core/base/build_facts.hpp"
#include "core/base/error.hpp"
#include "core/io/json/json_section.hpp"
#include "core/model/schema/settings_json.hpp"
#include "core/movie/moving.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

using nlohmann::json;

constexpr int deepest_of_work = 32;

/// All that a rank's frames follow from.
json work_of(const MovieFrames& frames) {
  const MovieOrder& order = frames.order();
  std::vector<Settings> keys;
  for (const KeyFrame& each : order.keys.all()) keys.push_back(each.settings);
  return {{"version", std::string(build_facts().version)},
          {"format", static_cast<int>(movie_format(order.out))},
          {"frames", order.frames},
          {"keyframes", json::parse(keyframes_to_json(keys)).at("keyframes")}};
}

/// Each frame of such an iteration is made from the one before.
bool goes_on(const KeyFrames& keys) {
  const auto& all = keys.all();
  for (std::size_t i = 1; i < all.size(); ++i) {
    const auto moving = what_moves(all[i - 1].settings.problem, all[i].settings.problem, catalog());
    if (std::ranges::find(moving, "steps", &Moving::id) != moving.end()) return true;
  }
  return false;
}

}  // namespace

void check_shareable(const MovieOrder& order) {
  if (order.reuse) throw BadInput("--reuse works in one process only; ranks compute every frame");
  if (goes_on(order.keys)) {
    throw BadInput(fmt::format("several ranks: each frame of {} continues the one before; start it without mpirun",
                               order.keys.all().front().settings.problem.workload));
  }
}

void agree_on_movie(Ranks& ranks, const MovieFrames& frames) {
  const json own = work_of(frames);
  ranks.agree(own.dump(), [&](const std::string& theirs) { return difference_of_work(own, theirs); });
}

void tell_movie(Ranks& ranks, const MovieFrames* frames, const std::vector<std::int64_t>& missing) {
  if (frames == nullptr) return ranks.tell({});
  Settings first = frames->order().keys.all().front().settings;
  first.look = frames->look();
  ranks.tell(json{{"missing", missing}, {"colors", json::parse(to_json(first, catalog()))}}.dump());
}

void follow_movie(Ranks& ranks, MovieFrames& frames, const GoOn& go_on) {
  const std::string told = ranks.told();
  if (told.empty()) return;
  const std::string name = "rank 0";
  const json told_value = parse_json(told, name, deepest_of_work);
  const Section movie(told_value, "", name);
  frames.set_look(settings_from_json(movie.needed_section("colors").object().dump(), name, catalog()).look);
  const auto missing = movie.wholes<std::int64_t>("missing");
  SharedPieces work = shared_frames(frames, missing);
  work.go_on = [&](std::int64_t) { return go_on({}); };
  follow(ranks, std::move(work));
}

SharedPieces shared_frames(MovieFrames& frames, const std::vector<std::int64_t>& missing) {
  SharedPieces out = shared_room(static_cast<double>(frames.first().output.size.area()));
  out.count = static_cast<std::int64_t>(missing.size());
  out.compute = [&frames, missing](std::int64_t piece, const std::stop_token& stop) {
    const std::int64_t i = missing[static_cast<std::size_t>(piece)];
    std::optional<ComputedPiece> computed;
    auto made = frames.make(frames.plan_of(i), {.stop = stop});
    if (!made) return computed;
    computed.emplace(ComputedPiece{.encode = {},
                                   .compute_ms = made->compute_ms,
                                   .operations = made->operations,
                                   .unit = std::string(made->frame.work.unit),
                                   .note = note_on(i, made->frame.plan, made->frame.alarm)});
    const auto kept = std::make_shared<MadeFrame>(std::move(*made));
    computed->encode = [&frames, kept] { return frames.encode(*kept, to_json(kept->frame.plan.settings, catalog())); };
    return computed;
  };
  return out;
}

std::vector<double> last_frames_costs(Ranks& ranks, MovieFrames& frames, const std::vector<std::int64_t>& missing) {
  const Size size = frames.first().output.size;
  if (size != frames.first().settings.problem.size) return {};
  constexpr int coarse_width = 32;
  const double scale = std::max(1.0, static_cast<double>(size.width) / coarse_width);
  std::vector<double> out;
  for (std::size_t k = missing.size() - worth_costs(ranks.world().count(), missing.size()); k < missing.size(); ++k) {
    Settings settings = frames.plan_of(missing[k]).settings;
    settings.problem.size = {static_cast<int>(size.width / scale), std::max(1, static_cast<int>(size.height / scale))};
    Planned coarse = plan(settings, catalog(), device::Devices::here());
    if (!coarse) return {};  // such a small one cannot be
    const auto frame = frames.compute(*coarse.plan, {.stop = frames.order().waiter.stop});
    if (!frame) return {};
    out.push_back(frame->work.operations);
  }
  return out;
}

}  // namespace heteroscope
