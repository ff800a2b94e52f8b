#include "app/results/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>
#include <utility>

#include "app/results/result.hpp"
#include "app/results/row_columns.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/io/file.hpp"
#include "core/io/json/json_section.hpp"
#include "core/io/json/json_text.hpp"
#include "core/process/memory_limit.hpp"

namespace heteroscope {

namespace {

using Json = nlohmann::ordered_json;

constexpr int version = 2;
constexpr int deepest_of_result = 16;  // of the settings within a row
constexpr std::string_view least = "_least";
constexpr std::string_view most = "_most";

constexpr std::size_t longest_text = 2000;
constexpr double most_skipped = 1e6;
constexpr std::size_t largest_file = std::size_t{1} << 28;

Json json_of_value(const DatumValue& value) {
  return std::visit(
      [](const auto& each) {
        if constexpr (std::is_same_v<std::decay_t<decltype(each)>, std::monostate>) {
          return Json();
        } else {
          return Json(each);
        }
      },
      value);
}

/// "block" of "block/x"; empty for what is no part.
std::string_view whole_of(std::string_view id) {
  const std::size_t end = id.find('/');
  return end == id.npos ? std::string_view() : id.substr(0, end);
}

/// Whether a part of an id is a place in a list.
bool is_place(std::string_view part) {
  return !part.empty() && std::ranges::all_of(part, [](char c) { return c >= '0' && c <= '9'; });
}

/// Of all places in an array: "lanes/0/share" is "lanes/share".
std::string field_of(std::string_view id) {
  std::string out;
  while (!id.empty()) {
    const std::size_t end = std::min(id.find('/'), id.size());
    const std::string_view part = id.substr(0, end);
    if (!is_place(part)) {
      if (!out.empty()) out += '/';
      out += part;
    }
    id.remove_prefix(std::min(end + 1, id.size()));
  }
  return out;
}

/// A key becomes a part of ids, in which '/' stands between parts, '~' is a sign of JSON pointers, and a number is a
/// place in a list: another key would be unfolded as something else than it was.
bool is_part_of_id(std::string_view key) {
  return !key.empty() && !is_place(key) && key.find_first_of("/~") == key.npos;
}

/// Throws BadInput for an object's key, however deep, that cannot be a part of an id.
void check_keys(const Json& value, const std::string& where) {
  for (const auto& [key, part] : value.items()) {
    if (value.is_object() && !is_part_of_id(key)) {
      throw BadInput(Wrong::kind, key,
                     fmt::format("{}: {} is not the name of a value (a word without / and ~)", where, quote(key)));
    }
    if (part.is_structured()) check_keys(part, where);
  }
}

/// Where `id` belongs in `root`: "block/x" in its object "block", and "lanes/0/share" in the first object of its list
/// "participants". A list grows by its end alone, so that no id makes it longer than there are values. Throws BadInput
/// where there is something else already. Nothing becomes a list or an object by being used as one: the library would
/// give it that type before it has memory for it, and free what is not there where memory has ended.
Json& place_of(Json& root, std::string_view id) {
  Json* at = &root;
  const auto fits = [&](bool does) {
    if (!does) throw BadInput(fmt::format("{} cannot be beside the other values", quote(id)));
  };
  for (std::size_t begin = 0; begin <= id.size();) {
    const std::size_t end = std::min(id.find('/', begin), id.size());
    const std::string part(id.substr(begin, end - begin));
    begin = end + 1;
    std::size_t place = 0;
    if (is_place(part) && !at->is_object()) {
      const std::size_t next = at->is_array() ? at->size() : 0;
      std::from_chars(part.data(), part.data() + part.size(), place);
      fits((at->is_null() || at->is_array()) && place <= next);
      if (at->is_null()) *at = Json::array();
      if (place == next) at->push_back(Json());
      at = &(*at)[place];
    } else {
      fits(at->is_null() || at->is_object());
      if (at->is_null()) *at = Json::object();
      at = &(*at)[part];
    }
  }
  return *at;
}

/// What the values are called, once for all rows.
void add_fields(Json& out, const std::vector<Datum>& data) {
  for (const Datum& each : data) {
    const std::string field = field_of(each.id);
    if (out.contains(field)) continue;
    out[field] = {{"name", each.name},
                  {"unit", each.unit},
                  {"hint", id_of(each.hint)},
                  {"about", each.about},
                  {"interval", each.interval.has_value()}};
  }
}

/// Reads a result's data. Whoever wrote the file, everything in it has a name.
class Reader {
 public:
  Reader(const Json& fields, const std::string& name) : name_(name) {
    if (!fields.is_object()) throw BadInput(Wrong::kind, "fields", name + ": fields: is not an object ({…})");
    for (const auto& each : fields.items()) {
      check_field(each.key());
      const nlohmann::json object(each.value());
      const Section section(object, "fields." + each.key() + ".", name);
      Datum datum{.id = each.key(), .name = {}, .unit = {}, .about = {}, .value = {}, .interval = {}};
      datum.name = section.text("name").value_or("");
      datum.unit = section.text("unit").value_or("");
      datum.about = section.text("about", longest_text).value_or("");
      section.read_id("hint", datum.hint);
      bool interval = false;
      section.read("interval", interval);
      if (interval) intervals_.insert(each.key());
      order_.push_back(each.key());
      fields_.emplace(each.key(), std::move(datum));
    }
  }

  [[nodiscard]] std::vector<Datum> data_of(const Json& object, const std::string& where) {
    if (!object.is_object())
      throw BadInput(Wrong::kind, where, fmt::format("{}: {}: is not an object ({{…}})", name_, where));
    std::vector<Datum> out;
    if (object.empty()) return out;
    check_keys(object, fmt::format("{}: {}", name_, where));
    const Json flat = object.flatten();
    for (const auto& item : flat.items()) {
      const std::string id = item.key().substr(1);
      if (is_end_of_interval(id) || (item.value().is_null() && add_parts(out, id))) continue;
      Datum& datum = out.emplace_back(described(id, where));
      datum.value = value_of(item.value());
      if (datum.hint != Hint::plain && !item.value().is_null() && !item.value().is_number())
        throw BadInput(Wrong::kind, id, fmt::format("{}: {}: {} is not a number", name_, where, id));
      if (intervals_.contains(field_of(id))) datum.interval = interval_of(flat, item.key());
    }
    return out;
  }

 private:
  /// "block/x": parts of ids.
  void check_field(std::string_view field) const {
    for (std::size_t begin = 0; begin <= field.size();) {
      const std::size_t end = std::min(field.find('/', begin), field.size());
      if (!is_part_of_id(field.substr(begin, end - begin))) {
        throw BadInput(
            Wrong::kind, std::string(field),
            fmt::format("{}: fields: {} is not a name of values (words with / between them)", name_, quote(field)));
      }
      begin = end + 1;
    }
  }

  static DatumValue value_of(const Json& value) {
    if (value.is_boolean()) return value.get<bool>();
    if (value.is_number_integer()) return value.get<std::int64_t>();
    if (value.is_number()) return value.get<double>();
    if (value.is_string()) return value.get<std::string>();
    return {};  // null
  }

  static std::optional<Interval> interval_of(const Json& flat, const std::string& key) {
    const auto low = flat.find(key + std::string(least));
    const auto high = flat.find(key + std::string(most));
    if (low == flat.end() || high == flat.end() || !low->is_number() || !high->is_number()) return std::nullopt;
    return Interval{low->get<double>(), high->get<double>()};
  }

  /// "median_ms_least" beside "median_ms".
  [[nodiscard]] bool is_end_of_interval(std::string_view id) const {
    return std::ranges::any_of(std::array{least, most}, [&](std::string_view end) {
      return id.ends_with(end) && intervals_.contains(field_of(id.substr(0, id.size() - end.size())));
    });
  }

  /// Each datum has its field's words, which may be long: all that a result takes is held against the limit.
  Datum copy_of(const Datum& field) {
    bytes_ += sizeof(Datum) + field.id.size() + field.name.size() + field.unit.size() + field.about.size();
    try {
      const memory::Hold room(bytes_);
    } catch (const BadInput& full) {
      throw BadInput(fmt::format("{}: {}", name_, full.what()));
    }
    return field;
  }

  [[nodiscard]] Datum described(const std::string& id, const std::string& where) {
    const auto field = fields_.find(field_of(id));
    if (field == fields_.end())
      throw BadInput(Wrong::unknown, id, fmt::format("{}: {}: {} is not one of the fields", name_, where, quote(id)));
    Datum out = copy_of(field->second);
    out.id = id;
    return out;
  }

  /// Of "cover" that is null, where "cover/blocks" is a field: each part, without a value. False: it has none.
  bool add_parts(std::vector<Datum>& out, const std::string& id) {
    const std::size_t before = out.size();
    for (const std::string& each : order_) {
      if (each.starts_with(id + '/')) out.push_back(copy_of(fields_.at(each)));
    }
    return out.size() > before;
  }

  std::map<std::string, Datum> fields_;
  std::vector<std::string> order_;  ///< of the fields
  std::set<std::string> intervals_;
  std::size_t bytes_ = 0;  ///< of all data
  const std::string& name_;
};

/// Every row has a time, within its interval where there is one: whoever reads a result relies on that.
void check_median(const ResultRow& row, const std::string& where) {
  const Datum* const median = row.find(column::median_ms);
  if (median == nullptr || !median->there())
    throw BadInput(Wrong::missing, "median_ms", where + ": median_ms is missing");
  const double ms = median->number();
  if (!(ms >= 0)) throw BadInput(Wrong::value, "median_ms", fmt::format("{}: median_ms: {} is not a time", where, ms));
  const Datum* const low = row.find(column::median_low_ms);
  const Datum* const high = row.find(column::median_high_ms);
  if (low == nullptr || high == nullptr || !low->there() || !high->there()) return;
  if (!(low->number() >= 0 && low->number() <= ms && ms <= high->number())) {
    throw BadInput(Wrong::value, "median_ms",
                   fmt::format("{}: median_ms: {} is not from median_low_ms, {}, to median_high_ms, {}", where, ms,
                               low->number(), high->number()));
  }
}

}  // namespace

nlohmann::ordered_json json_of(const std::vector<Datum>& data) {
  Json out = Json::object();
  for (const Datum& each : data) {
    std::string path = each.id;
    if (const std::string_view whole = whole_of(each.id); !whole.empty() && !each.there()) {
      const bool nothing =
          std::ranges::none_of(data, [&](const Datum& other) { return other.there() && whole_of(other.id) == whole; });
      if (nothing) path = whole;
    }
    place_of(out, path) = json_of_value(each.value);
    if (!each.interval) continue;
    place_of(out, path + std::string(least)) = each.interval->low;
    place_of(out, path + std::string(most)) = each.interval->high;
  }
  return out;
}

std::string result_json(const Result& result) {
  Json out{{"heteroscope_bench", version}};
  out.update(json_of(result.facts));
  Json fields = Json::object();
  add_fields(fields, result.facts);
  Json rows = Json::array();
  for (const ResultRow& each : result.rows) {
    add_fields(fields, each.data);
    Json row = json_of(each.data);
    if (!each.settings.empty()) row["settings"] = Json::parse(each.settings);
    rows.push_back(std::move(row));
  }
  Json skipped = Json::array();
  for (const Skipped& each : result.skipped) skipped.push_back({{"reason", each.reason}, {"rows", each.rows}});
  out["fields"] = std::move(fields);
  out["rows"] = std::move(rows);
  out["skipped"] = std::move(skipped);
  return written_json(out, 2) + "\n";
}

Result result_from_json(const std::string& text, const std::string& name) {
  Json root = parse_ordered_json(text, name, deepest_of_result);
  if (!root.is_object() || root.value("heteroscope_bench", Json()) != version) {
    throw BadInput(Wrong::kind, name,
                   fmt::format("{}: not a result of `heteroscope bench --json`, version {}", name, version));
  }
  if (root.contains("parts")) throw BadInput(fmt::format("{}: contains the results of several suites; name one", name));
  const auto taken = [&](const char* key) {
    Json out = root.value(key, Json());
    root.erase(key);
    return out;
  };
  root.erase("heteroscope_bench");
  const Json rows = taken("rows");
  const Json skipped = taken("skipped");
  Reader reader(taken("fields"), name);
  if (!rows.is_array()) throw BadInput(Wrong::kind, "rows", name + ": rows: is not a list ([…])");
  if (!skipped.is_array()) throw BadInput(Wrong::kind, "skipped", name + ": skipped: is not a list ([…])");
  Result out;
  out.facts = reader.data_of(root, "the result");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Json row = rows[i];
    ResultRow& to = out.rows.emplace_back();
    if (row.is_object() && row.contains("settings")) {
      if (!row["settings"].is_object()) {
        throw BadInput(Wrong::kind, "settings",
                       fmt::format("{}: rows[{}]: settings: is not an object ({{…}})", name, i));
      }
      to.settings = row["settings"].dump();
      row.erase("settings");
    }
    const std::string where = fmt::format("rows[{}]", i);
    to.data = reader.data_of(row, where);
    check_median(to, fmt::format("{}: {}", name, where));
  }
  for (const Json& each : skipped) {
    const nlohmann::json object(each);
    const Section section(object, "skipped.", name);
    double count = 0;
    section.read("rows", count, 0, most_skipped);
    out.skipped.push_back({section.text("reason", longest_text).value_or(""), static_cast<int>(count)});
  }
  return out;
}

Result load_result(const std::filesystem::path& path) {
  return result_from_json(read_text(path, largest_file, Streams::piped), path.string());
}

}  // namespace heteroscope
