#include "app/results/parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "app/results/fact_columns.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/io/file.hpp"
#include "core/io/json/json_section.hpp"
#include "core/io/json/json_text.hpp"

namespace heteroscope {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* format = "heteroscope_bench";
constexpr const char* parts_key = "parts";
constexpr const char* left_out_key = "left_out";
constexpr int deepest_of_parts = 18;  // of a result, and of the list that it is in
constexpr std::size_t longest_reason = 2000;
constexpr std::size_t largest_of_parts = std::size_t{1} << 28;

std::string title_of_part(const Result& part) {
  const Datum* const title = find_datum(part.facts, column::title);
  return title == nullptr ? std::string() : text_of(title->value);
}

}  // namespace

std::string results_json(const Results& results) {
  if (!results.several()) return result_json(results.parts.front());
  Json parts = Json::array();
  for (const Result& each : results.parts) parts.push_back(Json::parse(result_json(each)));
  Json left_out = Json::array();
  for (const LeftOut& each : results.left_out) left_out.push_back({{"title", each.title}, {"reason", each.reason}});
  const Json version = parts.empty() ? Json() : parts.front()[format];
  const Json out{
      {format, version}, {"title", results.title}, {parts_key, std::move(parts)}, {left_out_key, std::move(left_out)}};
  return written_json(out, 2) + "\n";
}

std::string results_csv(const Results& results) {
  if (!results.several()) return result_csv(results.parts.front());
  Result all;
  for (const Result& part : results.parts) {
    if (all.facts.empty()) all.facts = part.facts;  // of which the machine's are in each line
    for (ResultRow row : part.rows) {
      row.data.insert(row.data.begin(), *find_datum(part.facts, column::title));
      all.rows.push_back(std::move(row));
    }
  }
  return result_csv(all);
}

Results results_from_json(const std::string& text, const std::string& name) {
  const Json root = parse_ordered_json(text, name, deepest_of_parts);
  if (!root.is_object() || !root.contains(parts_key)) return {.title = {}, .parts = {result_from_json(text, name)}};
  const Json& parts = root[parts_key];
  if (!parts.is_array() || parts.empty()) throw BadInput(name + ": parts: is not a list of results ([…])");
  const auto section_of = [&](const Json& each, const std::string& path, auto read) {
    const nlohmann::json object(each);
    return read(Section(object, path, name));
  };
  Results out;
  out.title = section_of(root, "", [](const Section& of) { return of.text("title").value_or(""); });
  if (out.title.empty()) throw BadInput(name + ": title is missing");
  for (std::size_t i = 0; i < parts.size(); ++i) {
    out.parts.push_back(result_from_json(parts[i].dump(), fmt::format("{}: parts[{}]", name, i)));
    if (title_of_part(out.parts.back()).empty())
      throw BadInput(fmt::format("{}: parts[{}]: its title is missing", name, i));
  }
  const Json left_out = root.value(left_out_key, Json::array());
  if (!left_out.is_array()) throw BadInput(name + ": left_out: is not a list ([…])");
  for (const Json& each : left_out) {
    if (!each.is_object()) throw BadInput(fmt::format("{}: left_out: what is in it is not an object ({{…}})", name));
    out.left_out.push_back(section_of(each, "left_out.", [](const Section& of) {
      return LeftOut{of.text("title").value_or(""), of.text("reason", longest_reason).value_or("")};
    }));
  }
  return out;
}

Results load_results(const std::filesystem::path& path) {
  return results_from_json(read_text(path, largest_of_parts, Streams::piped), path.string());
}

std::string part_name(const std::string& file, const Results& results, const Result& part) {
  return results.several() ? fmt::format("{}:{}", file, title_of_part(part)) : file;
}

const Result& find_part(const Results& results, std::string_view title, const std::string& file) {
  std::vector<std::string> known;
  for (const Result& each : results.parts) {
    known.push_back(title_of_part(each));
    if (known.back() == title) return each;
  }
  throw BadInput(fmt::format("{}: there is no part {} ({})", file, quote(title), fmt::join(known, ", ")));
}

}  // namespace heteroscope
