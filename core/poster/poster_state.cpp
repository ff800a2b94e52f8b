#include "core/poster/poster_state.hpp"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "core/base/error.hpp"
#include "core/io/json_text.hpp"

namespace heteroscope {
namespace {

using nlohmann::json;

template <class T>
T number_of(const json& object, const char* key) {
  const json& value = object.at(key);
  if (!value.is_number_unsigned() ||
      value.get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<T>::max()))
    throw std::out_of_range(key);
  return value.get<T>();
}

/// JSON has no infinity, and no number of 64 bits for some.
std::string text_of(double number) {
  return fmt::format("{}", number);
}

double number_of(const json& text) {
  const auto& digits = text.get_ref<const std::string&>();
  double out = 0;
  const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), out);
  if (failed != std::errc() || end != digits.data() + digits.size()) throw std::out_of_range("number");
  return out;
}

json json_of(const Survey& survey) {
  json partials = json::array();
  for (const double each : survey.partials) partials.push_back(text_of(each));
  return {{"pieces", survey.pieces},
          {"minimum", text_of(survey.source.minimum)},
          {"maximum", text_of(survey.source.maximum)},
          {"nans", survey.source.nans},
          {"count", survey.source.count},
          {"partials", std::move(partials)}};
}

Survey survey_of(const json& in) {
  constexpr std::size_t most_partials = 1 << 20;
  Survey out{.pieces = number_of<std::int64_t>(in, "pieces"), .source = {}, .partials = {}};
  out.source.minimum = number_of(in.at("minimum"));
  out.source.maximum = number_of(in.at("maximum"));
  out.source.nans = number_of<std::int64_t>(in, "nans");
  out.source.count = number_of<std::int64_t>(in, "count");
  const json& partials = in.at("partials");
  if (partials.size() > most_partials) throw std::out_of_range("partials");
  for (const json& each : partials) out.partials.push_back(number_of(each));
  return out;
}

json json_of(const ValueShares& ranks) {
  json shares = json::array();
  for (const float each : ranks.shares) shares.push_back(text_of(each));
  return {{"low", text_of(ranks.low)}, {"high", text_of(ranks.high)}, {"shares", std::move(shares)}};
}

ValueShares ranks_of(const json& in) {
  ValueShares out{.low = number_of(in.at("low")), .high = number_of(in.at("high"))};
  const json& shares = in.at("shares");
  if (shares.size() != out.shares.size() || !(out.low < out.high)) throw std::out_of_range("ranks");
  for (std::size_t i = 0; i < out.shares.size(); ++i) {
    const double share = number_of(shares.at(i));
    if (!(share >= 0 && share <= 1)) throw std::out_of_range("shares");
    out.shares[i] = static_cast<float>(share);
  }
  return out;
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
           {"settings", json::parse(state.settings)}};
  if (state.survey.source.count > 0) out["survey"] = json_of(state.survey);
  if (state.ranks) out["ranks"] = json_of(*state.ranks);
  if (state.figure) out["figure"] = text_of(*state.figure);
  return out.dump(2) + "\n";
}

PosterState poster_state_of(const std::string& text, const std::string& name) {
  constexpr int levels = 32;
  const json in = parse_json(text, name, levels);
  const auto wrong = [&] { return BadInput(fmt::format("{}: this is no state of an unfinished poster", name)); };
  try {
    const json& piece = in.at("piece");
    PosterState out{.version = in.at("heteroscope_poster").get<std::string>(),
                    .format = in.at("format").get<std::string>(),
                    .values = in.at("values").get<bool>(),
                    .piece = {},
                    .settings = in.at("settings").dump(),
                    .kept = {.pieces = number_of<std::int64_t>(in, "pieces"),
                             .bytes = number_of<std::uint64_t>(in, "bytes"),
                             .sum = number_of<std::uint32_t>(in, "sum")},
                    .survey = {},
                    .ranks = {}};
    if (const auto ranks = in.find("ranks"); ranks != in.end()) out.ranks = ranks_of(*ranks);
    if (const auto survey = in.find("survey"); survey != in.end()) out.survey = survey_of(*survey);
    if (const auto figure = in.find("figure"); figure != in.end()) out.figure = number_of(*figure);
    const json sides{{"width", piece.at(0)}, {"height", piece.at(1)}};
    out.piece = {number_of<int>(sides, "width"), number_of<int>(sides, "height")};
    if (out.piece.width < 1 || out.piece.height < 1) throw std::out_of_range("piece");
    return out;
  } catch (const json::exception&) {
    throw wrong();
  } catch (const std::out_of_range&) {
    throw wrong();
  }
}

std::string difference(const PosterState& begun, const PosterState& asked) {
  if (begun.version != asked.version) return fmt::format("version {}", begun.version);
  if (begun.format != asked.format || begun.values != asked.values) return "format";
  if (begun.piece != asked.piece) return fmt::format("--tile, {}x{} there", begun.piece.width, begun.piece.height);
  const json changes = json::diff(json::parse(begun.settings), json::parse(asked.settings));
  if (changes.empty()) return {};
  return fmt::format("settings {}", changes.front().at("path").get<std::string>());
}

}  // namespace heteroscope
