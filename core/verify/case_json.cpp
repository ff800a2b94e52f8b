#include "core/verify/case_json.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/io/json/json_exact.hpp"
#include "core/model/schema/settings_json.hpp"

namespace heteroscope {

namespace {

using Json = nlohmann::json;

template <class Read>
auto parsed(const std::string& line, const Read& read) {
  return read_exactly(line, "the checking process", "line of it", read);
}

}  // namespace

std::string to_line(const Case& each, Catalog catalog) {
  return Json{{"settings", Json::parse(to_json(each.settings, catalog))}, {"route", route_text(each.route)}}.dump();
}

Case case_from_line(const std::string& line, Catalog catalog) {
  return parsed(line, [&](const Json& json) {
    return Case{.settings = settings_from_json(json.at("settings").dump(), "case", catalog),
                .route = parse_route(json.at("route").get<std::string>())};
  });
}

std::string to_line(const Answer& answer) {
  const CaseResult& r = answer.result;
  return Json{{"outcome", static_cast<int>(r.outcome)},
              {"reason", r.reason},
              {"differing", r.diff.differing},
              {"beyond", r.diff.beyond},
              {"max_error", exact_text(r.diff.max_error)},
              {"x", r.diff.first_x},
              {"y", r.diff.first_y},
              {"flipped", r.flipped},
              {"expected", exact_text(r.expected)},
              {"found", exact_text(r.found)},
              {"kernels", answer.kernels},
              {"lost_device", answer.lost_device}}
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

Answer answer_from_line(const std::string& line) {
  return parsed(line, [](const Json& json) {
    Answer out;
    CaseResult& r = out.result;
    r.outcome = static_cast<Outcome>(json.at("outcome").get<int>());
    r.reason = json.at("reason").get<std::string>();
    r.diff.differing = json.at("differing").get<std::int64_t>();
    r.diff.beyond = json.at("beyond").get<std::int64_t>();
    r.diff.max_error = exact_number(json.at("max_error"));
    r.diff.first_x = json.at("x").get<int>();
    r.diff.first_y = json.at("y").get<int>();
    r.flipped = json.at("flipped").get<std::int64_t>();
    r.expected = exact_number(json.at("expected"));
    r.found = exact_number(json.at("found"));
    out.kernels = json.at("kernels").get<std::vector<std::size_t>>();
    out.lost_device = json.at("lost_device").get<bool>();
    return out;
  });
}

}  // namespace heteroscope
