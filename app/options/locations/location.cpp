#include "app/options/locations/location.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/options/locations/formats.hpp"
#include "core/base/error.hpp"
#include "core/io/extension.hpp"
#include "core/io/file.hpp"
#include "core/model/parameter.hpp"

namespace heteroscope {
namespace {

constexpr std::size_t longest_text = 1 << 20;

/// Puts a value into the parameters. Throws BadInput for one that the parameter does not take.
void put_number(Values& values, const Workload& workload, std::string_view id, const Decimal& number) {
  const Parameter& parameter = *workload.find_parameter(id);
  if (const std::string wrong = check_value(parameter, number); !wrong.empty()) throw BadInput(wrong);
  values[std::string(id)] = number;
}

/// The width of a picture of that size in which the location is seen whole.
Decimal span_of(const Location& location, Size size) {
  const double shape = static_cast<double>(size.width) / std::max(size.height, 1);
  const Decimal high = location.height * shape;
  const Decimal span = location.width && *location.width > high ? *location.width : high;
  constexpr std::int64_t digits = 15;  // far finer than a pixel, and short enough to be read
  return span.rounded(span.magnitude() + 1 - digits);
}

void put_limit(Values& values, const Workload& workload, Location& location) {
  if (!location.limit) return;
  const Parameter& limit = *workload.find_parameter(workload.escape_limit->parameter);
  const Value held = clamped(limit, location.limit->rounded(0));
  if (held.decimal() != *location.limit) {
    location.left_out.push_back(
        fmt::format("a limit of {} iterations ({} is taken)", location.limit->short_text(), value_text(limit, held)));
  }
  values[std::string(limit.id)] = held;
}

}  // namespace

bool is_location_file(const std::filesystem::path& path) {
  const std::string extension = extension_of(path);
  return extension == ".kfr" || extension == ".toml" || extension == ".xpf";
}

bool looks_like_foreign_location(std::string_view text) {
  return is_kalles(text) || is_fraktaler(text) || is_xaos(text);
}

Location parse_location(std::string_view text, const std::string& name) {
  try {
    if (text.size() > longest_text) throw BadInput(Wrong::value, "location", "is too long for a location");
    if (is_kalles(text)) return parse_kalles(text);
    if (is_fraktaler(text)) return parse_fraktaler(text);
    if (is_xaos(text)) return parse_xaos(text);
    throw BadInput(Wrong::kind, "location", "is not a location of Kalles Fraktaler, Fraktaler-3 or XaoS");
  } catch (const BadInput& wrong) {
    throw BadInput(wrong.wrong, wrong.thing, fmt::format("{}: {}", name, wrong.what()));
  }
}

Settings at_location(Settings now, Location& location, const std::string& name, Catalog catalog) {
  const Workload& workload = find_workload(catalog, "mandelbrot");
  if (now.problem.workload != workload.id) {
    const Size size = now.problem.size;
    now = default_settings(workload);
    now.problem.size = size;
  }
  Values values = initial_values(workload.parameters);
  if (const auto smooth = now.problem.parameters.find("smooth"); smooth != now.problem.parameters.end())
    values["smooth"] = smooth->second;
  try {
    put_number(values, workload, workload.navigation->center_x, location.re);
    put_number(values, workload, workload.navigation->center_y, location.im);
    put_number(values, workload, workload.navigation->span, span_of(location, now.problem.size));
    values[std::string(workload.navigation->rotation)] = location.rotation;
    put_limit(values, workload, location);
    if (location.julia) {
      values["julia"] = 1;
      put_number(values, workload, "julia_re", location.julia->first);
      put_number(values, workload, "julia_im", location.julia->second);
    }
  } catch (const BadInput& wrong) {
    throw BadInput(wrong.wrong, wrong.thing, fmt::format("{}: {}", name, wrong.what()));
  }
  now.problem.parameters = std::move(values);
  return now;
}

std::string location_note(const Location& location) {
  if (location.left_out.empty()) return fmt::format("from {}; all of it is taken over", location.program);
  return fmt::format("from {}; not taken over: {}", location.program, fmt::join(location.left_out, ", "));
}

ReadLocation read_location(const std::string& text, const std::string& name, const Settings& now, Catalog catalog) {
  Location location = parse_location(text, name);
  Settings settings = at_location(now, location, name, catalog);
  return {std::move(settings), location_note(location)};
}

ReadLocation load_location(const std::filesystem::path& path, const Settings& now, Catalog catalog) {
  return read_location(read_text(path, longest_text), path.string(), now, catalog);
}

}  // namespace heteroscope
