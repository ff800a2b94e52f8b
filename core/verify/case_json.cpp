#include "core/verify/case_json.hpp"

#include <limits>
#include <nlohmann/json.hpp>

#include "core/io/json/json_section.hpp"
#include "core/model/schema/settings_json.hpp"

namespace heteroscope {

namespace {

using Json = nlohmann::json;

const std::string checking = "the checking process";
constexpr int deepest_case_nesting = 32;
constexpr int largest = std::numeric_limits<int>::max();

}  // namespace

std::string to_line(const Case& each, Catalog catalog) {
  return Json{{"settings", Json::parse(to_json(each.settings, catalog))}, {"route", route_text(each.route)}}.dump();
}

Case case_from_line(const std::string& line, Catalog catalog) {
  const Json value = parse_json(line, checking, deepest_case_nesting);
  const Section in(value, "", checking);
  return {.settings = settings_from_json(in.needed("settings").dump(), "case", catalog),
          .route = parse_route(in.needed_text("route"))};
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
              {"binned", r.binned},
              {"expected", exact_text(r.expected)},
              {"found", exact_text(r.found)},
              {"kernels", answer.kernels},
              {"lost_device", answer.lost_device}}
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

Answer answer_from_line(const std::string& line) {
  const Json value = parse_json(line, checking, deepest_case_nesting);
  const Section in(value, "", checking);
  Answer out;
  CaseResult& r = out.result;
  r.outcome = static_cast<Outcome>(in.whole<int>("outcome"));
  r.reason = in.needed_text("reason");
  r.diff.differing = in.whole<std::int64_t>("differing");
  r.diff.beyond = in.whole<std::int64_t>("beyond");
  r.diff.max_error = in.exact("max_error");
  r.diff.first_x = static_cast<int>(in.needed_whole("x", -1, largest));
  r.diff.first_y = static_cast<int>(in.needed_whole("y", -1, largest));
  r.flipped = in.whole<std::int64_t>("flipped");
  r.binned = in.needed_truth("binned");
  r.expected = in.exact("expected");
  r.found = in.exact("found");
  out.kernels = in.wholes<std::size_t>("kernels");
  out.lost_device = in.needed_truth("lost_device");
  return out;
}

}  // namespace heteroscope
