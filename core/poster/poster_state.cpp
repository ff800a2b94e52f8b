#include "core/poster/poster_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/error.hpp"
#include "core/io/json/json_section.hpp"
#include "core/io/json/json_text.hpp"

namespace heteroscope {
namespace {

using nlohmann::json;

constexpr int levels = 32;

json json_of(const Survey& survey) {
  json partials = json::array();
  for (const double each : survey.partials) partials.push_back(exact_text(each));
  return {{"pieces", survey.pieces},
          {"minimum", exact_text(survey.source.minimum)},
          {"maximum", exact_text(survey.source.maximum)},
          {"nans", survey.source.nans},
          {"count", survey.source.count},
          {"partials", std::move(partials)}};
}

json json_of(const std::vector<PiecesSum>& sums) {
  json out = json::array();
  for (const PiecesSum& each : sums) out.push_back({each.pieces, each.bytes, each.sum});
  return out;
}

/// The checksums of consecutive pieces, up to all that are kept.
std::vector<PiecesSum> sums_of(const Section& in, const Kept& kept) {
  constexpr std::string_view key = "sums";
  std::vector<PiecesSum> out;
  std::int64_t pieces = 0;
  (void)in.needed(key);
  for (const json& each : in.list(key)) {
    if (!each.is_array() || each.size() != 3) throw in.fail(Wrong::kind, key, "must have three numbers each");
    out.push_back({.pieces = in.whole_of<std::int64_t>(each[0], key),
                   .bytes = in.whole_of<std::uint64_t>(each[1], key),
                   .sum = in.whole_of<std::uint32_t>(each[2], key)});
    if (out.back().pieces <= pieces || out.back().bytes > kept.bytes)
      throw in.fail(Wrong::value, key, "are not in order");
    pieces = out.back().pieces;
  }
  if (pieces != kept.pieces || (pieces > 0 && out.back().bytes != kept.bytes))
    throw in.fail(Wrong::value, key, "do not cover all pieces");
  return out;
}

Survey survey_of(const Section& in) {
  Survey out{.pieces = in.whole<std::int64_t>("pieces"), .source = {}, .partials = in.exacts("partials")};
  out.source.minimum = in.exact("minimum");
  out.source.maximum = in.exact("maximum");
  out.source.nans = in.whole<std::int64_t>("nans");
  out.source.count = in.whole<std::int64_t>("count");
  return out;
}

json json_of(const ValueShares& ranks) {
  json shares = json::array();
  for (const float each : ranks.shares) shares.push_back(exact_text(each));
  return {{"low", exact_text(ranks.low)}, {"high", exact_text(ranks.high)}, {"shares", std::move(shares)}};
}

ValueShares ranks_of(const Section& in) {
  ValueShares out{.low = in.exact("low"), .high = in.exact("high")};
  const std::vector<double> shares = in.exacts("shares");
  const bool inside = std::ranges::all_of(shares, [](double each) { return each >= 0 && each <= 1; });
  if (shares.size() != out.shares.size() || !inside || !(out.low < out.high))
    throw in.fail(Wrong::value, "shares", "are not values between two ends");
  std::ranges::transform(shares, out.shares.begin(), [](double each) { return static_cast<float>(each); });
  return out;
}

/// The state without the number of threads, on which the bytes do not depend.
std::string without_threads(const PosterState& state) {
  json settings = parse_json(state.settings, "settings", levels);
  settings.erase("threads");
  return settings.dump();
}

}  // namespace

std::string to_text(const PosterState& state) {
  json out{{"heteroscope_poster", state.version},
           {"format", state.format},
           {"values", state.values},
           {"piece", {state.piece.width, state.piece.height}},
           {"pieces", state.kept.pieces},
           {"bytes", state.kept.bytes},
           {"sum", state.kept.sum},
           {"sums", json_of(state.kept.sums)},
           {"settings", json::parse(state.settings)}};
  if (state.survey.source.count > 0) out["survey"] = json_of(state.survey);
  if (state.ranks) out["ranks"] = json_of(*state.ranks);
  if (state.figure) out["figure"] = exact_text(*state.figure);
  return sealed_text(out);
}

PosterState poster_state_of(const std::string& text, const std::string& name) {
  const json value = parse_json(text, name, levels);
  const std::string as = name + ": not the state of an unfinished poster";
  const Section in(value, "", as);
  PosterState out{.version = in.needed_text("heteroscope_poster"),
                  .format = in.needed_text("format"),
                  .values = in.needed_truth("values"),
                  .piece = {},
                  .settings = in.needed_section("settings").object().dump(),
                  .kept = {.pieces = in.whole<std::int64_t>("pieces"),
                           .bytes = in.whole<std::uint64_t>("bytes"),
                           .sum = in.whole<std::uint32_t>("sum"),
                           .sums = {}},
                  .survey = {},
                  .ranks = {}};
  out.kept.sums = sums_of(in, out.kept);
  if (const auto ranks = in.section("ranks")) out.ranks = ranks_of(*ranks);
  if (const auto survey = in.section("survey")) out.survey = survey_of(*survey);
  if (in.find("figure") != nullptr) out.figure = in.exact("figure");
  const std::vector<int> sides = in.wholes<int>("piece");
  if (sides.size() != 2 || std::ranges::min(sides) < 1)
    throw in.fail(Wrong::value, "piece", "is not a width and height");
  out.piece = {sides[0], sides[1]};
  check_seal(text, name);
  return out;
}

std::optional<int> threads_of(const PosterState& state) {
  const json settings = parse_json(state.settings, "settings", levels);
  const auto threads = settings.find("threads");
  if (threads == settings.end() || !threads->is_number_integer()) return std::nullopt;
  return threads->get<int>();
}

std::string difference(const PosterState& begun, const PosterState& asked) {
  if (begun.version != asked.version) return fmt::format("version {}", begun.version);
  if (begun.format != asked.format || begun.values != asked.values) return "format";
  if (begun.piece != asked.piece) return fmt::format("--tile, which was {}x{}", begun.piece.width, begun.piece.height);
  return difference_of_settings(without_threads(begun), without_threads(asked));
}

}  // namespace heteroscope
