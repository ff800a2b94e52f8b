#include "core/poster/poster_state.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "core/base/error.hpp"
#include "core/io/json/json_exact.hpp"
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
std::vector<PiecesSum> sums_of(const json& in, const Kept& kept) {
  std::vector<PiecesSum> out;
  std::int64_t pieces = 0;
  for (const json& each : in) {
    const json named{{"pieces", each.at(0)}, {"bytes", each.at(1)}, {"sum", each.at(2)}};
    out.push_back({.pieces = whole_number<std::int64_t>(named, "pieces"),
                   .bytes = whole_number<std::uint64_t>(named, "bytes"),
                   .sum = whole_number<std::uint32_t>(named, "sum")});
    if (out.back().pieces <= pieces || out.back().bytes > kept.bytes) throw std::out_of_range("sums");
    pieces = out.back().pieces;
  }
  if (pieces != kept.pieces || (pieces > 0 && out.back().bytes != kept.bytes)) throw std::out_of_range("sums");
  return out;
}

Survey survey_of(const json& in) {
  constexpr std::size_t most_partials = 1 << 20;
  Survey out{.pieces = whole_number<std::int64_t>(in, "pieces"), .source = {}, .partials = {}};
  out.source.minimum = exact_number(in.at("minimum"));
  out.source.maximum = exact_number(in.at("maximum"));
  out.source.nans = whole_number<std::int64_t>(in, "nans");
  out.source.count = whole_number<std::int64_t>(in, "count");
  const json& partials = in.at("partials");
  if (partials.size() > most_partials) throw std::out_of_range("partials");
  for (const json& each : partials) out.partials.push_back(exact_number(each));
  return out;
}

json json_of(const ValueShares& ranks) {
  json shares = json::array();
  for (const float each : ranks.shares) shares.push_back(exact_text(each));
  return {{"low", exact_text(ranks.low)}, {"high", exact_text(ranks.high)}, {"shares", std::move(shares)}};
}

ValueShares ranks_of(const json& in) {
  ValueShares out{.low = exact_number(in.at("low")), .high = exact_number(in.at("high"))};
  const json& shares = in.at("shares");
  if (shares.size() != out.shares.size() || !(out.low < out.high)) throw std::out_of_range("ranks");
  for (std::size_t i = 0; i < out.shares.size(); ++i) {
    const double share = exact_number(shares.at(i));
    if (!(share >= 0 && share <= 1)) throw std::out_of_range("shares");
    out.shares[i] = static_cast<float>(share);
  }
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
  return read_exactly(text, name, "state of an unfinished poster", [&](const json& in) {
    const json& piece = in.at("piece");
    PosterState out{.version = in.at("heteroscope_poster").get<std::string>(),
                    .format = in.at("format").get<std::string>(),
                    .values = in.at("values").get<bool>(),
                    .piece = {},
                    .settings = object_text(in, "settings"),
                    .kept = {.pieces = whole_number<std::int64_t>(in, "pieces"),
                             .bytes = whole_number<std::uint64_t>(in, "bytes"),
                             .sum = whole_number<std::uint32_t>(in, "sum"),
                             .sums = {}},
                    .survey = {},
                    .ranks = {}};
    out.kept.sums = sums_of(in.at("sums"), out.kept);
    if (const auto ranks = in.find("ranks"); ranks != in.end()) out.ranks = ranks_of(*ranks);
    if (const auto survey = in.find("survey"); survey != in.end()) out.survey = survey_of(*survey);
    if (const auto figure = in.find("figure"); figure != in.end()) out.figure = exact_number(*figure);
    const json sides{{"width", piece.at(0)}, {"height", piece.at(1)}};
    out.piece = {whole_number<int>(sides, "width"), whole_number<int>(sides, "height")};
    if (out.piece.width < 1 || out.piece.height < 1) throw std::out_of_range("piece");
    check_seal(text, name);
    return out;
  });
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
  if (begun.piece != asked.piece) return fmt::format("--tile, {}x{} there", begun.piece.width, begun.piece.height);
  return difference_of_settings(without_threads(begun), without_threads(asked));
}

}  // namespace heteroscope
