#include "core/movie/key_frames.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/movie/moving.hpp"

namespace heteroscope {
namespace {

const Moving* find(const std::vector<Moving>& moving, std::string_view id) {
  const auto found = std::ranges::find(moving, id, &Moving::id);
  return found == moving.end() ? nullptr : &*found;
}

/// The first parameter that moves in every leg.
const Moving* leading(const std::vector<std::vector<Moving>>& legs) {
  for (const Moving& each : legs.front()) {
    if (std::ranges::all_of(legs, [&](const auto& leg) { return find(leg, each.id) != nullptr; })) return &each;
  }
  return nullptr;
}

}  // namespace

KeyFrames::KeyFrames(std::vector<KeyFrame> frames, Catalog catalog) : catalog_(catalog), frames_(std::move(frames)) {
  if (frames_.size() < 2) throw BadInput(Wrong::missing, "key frames", "a movie needs at least two key frames");
  std::vector<std::vector<Moving>> legs;
  for (std::size_t i = 1; i < frames_.size(); ++i) {
    try {
      legs.push_back(what_moves(frames_[i - 1].settings.problem, frames_[i].settings.problem, catalog));
    } catch (const BadInput& wrong) {
      throw BadInput(wrong.wrong, wrong.thing,
                     fmt::format("between {} and {}: {}", frames_[i - 1].name, frames_[i].name, wrong.what()));
    }
    if (legs.back().empty())
      throw BadInput(fmt::format("between {} and {}: nothing changes", frames_[i - 1].name, frames_[i].name));
  }
  const Moving* const lead = leading(legs);
  double end = 0;
  for (const auto& leg : legs) ends_.push_back(end += lead == nullptr ? 1 : find(leg, lead->id)->length);
}

Settings KeyFrames::frame(std::int64_t i, std::int64_t count) const {
  if (i + 1 >= count) return frames_.back().settings;
  const long double at = static_cast<long double>(i) / static_cast<long double>(count - 1) * ends_.back();
  const auto leg = static_cast<std::size_t>(std::ranges::upper_bound(ends_, static_cast<double>(at)) - ends_.begin());
  const std::size_t from = std::min(leg, ends_.size() - 1);
  const long double start = from == 0 ? 0 : ends_[from - 1];
  Settings out = frames_[from].settings;
  out.problem = moved(out.problem, frames_[from + 1].settings.problem, (at - start) / (ends_[from] - start), catalog_);
  return out;
}

}  // namespace heteroscope
