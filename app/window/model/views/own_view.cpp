#include "app/window/model/views/own_view.hpp"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "app/text/format.hpp"
#include "app/window/model/views/view_target.hpp"
#include "core/base/failure.hpp"
#include "core/io/json/json_text.hpp"
#include "core/model/schema/settings_json.hpp"

namespace heteroscope {
namespace {

using nlohmann::json;
constexpr int settings_nesting = 8;

/// The keys of settings that two views of one place have in common.
constexpr std::array<std::string_view, 6> of_place{"workload", "parameters", "source", "precision", "steps", "strokes"};

json place_in_settings(const json& settings) {
  json out = json::object();
  for (const std::string_view key : of_place) {
    if (settings.contains(key)) out[std::string(key)] = settings[std::string(key)];
  }
  return out;
}

/// Returns the 64-bit FNV-1a hash as 16 hexadecimal digits.
std::string hash_of(const std::string& text) {
  constexpr std::uint64_t prime = 0x100000001b3;
  std::uint64_t out = 0xcbf29ce484222325;
  for (const char c : text) out = (out ^ static_cast<unsigned char>(c)) * prime;
  return fmt::format("{:016x}", out);
}

void note_place(ViewAbout& out, const std::string& text, const std::string& name) {
  const json settings = parse_json(text, name, settings_nesting);
  json place = place_in_settings(settings);
  out.place = hash_of(place.dump());
  if (settings.contains("look")) place["look"] = settings["look"];
  out.picture = hash_of(place.dump());
}

std::string in_small_letters(std::string_view text) {
  std::string out(text);
  if (!out.empty()) out.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(out.front())));
  return out;
}

}  // namespace

OwnView own_view(std::string name, Settings settings, Catalog catalog) {
  settings.execution = default_settings(find_workload(catalog, settings.problem.workload)).execution;
  std::string text = json::parse(to_json(settings, catalog)).dump();
  return {std::move(name), std::move(settings.problem.workload), std::move(text)};
}

std::string width_text(const Decimal& width) {
  if (width.is_zero()) return "0";
  const Decimal two = width.rounded(width.magnitude() - 1);
  std::string out(two.digits());
  if (out.size() > 1) out.insert(1, ".");
  if (two.is_negative()) out.insert(0, "-");
  return two.magnitude() == 0 ? out : fmt::format("{}e{}", out, two.magnitude());
}

ViewAbout about_view(const OwnView& view, Catalog catalog) {
  ViewAbout out;
  attempt([&] { note_place(out, view.settings, view.name); });
  // settings of another version of the program may be unreadable here
  attempt([&] {
    const Settings settings = settings_from_json(view.settings, view.name, catalog);
    note_place(out, own_view({}, settings, catalog).settings,
               view.name);  // so that the notation of numbers does not matter
    const ViewTarget target = view_target(settings, catalog);
    if (target.owner == nullptr) return;
    out.width = width_text(view_of(settings, target).span);
    const Parameter* const detail = target.owner->find_parameter(target.owner->navigation->detail);
    const auto found = view_values(settings, target).find(target.owner->navigation->detail);
    if (detail == nullptr || found == view_values(settings, target).end()) return;
    out.detail = detail->kind == ParameterKind::integer
                     ? format_count(static_cast<std::int64_t>(static_cast<double>(found->second)))
                     : value_text(*detail, found->second);
    out.of = in_small_letters(detail->label);
  });
  return out;
}

}  // namespace heteroscope
