#include "core/trace/chrome.hpp"
#include "core/io/json/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/trace/launched.hpp"
#include "core/trace/side_by_side.hpp"

namespace heteroscope {

namespace {

/// Rows for the spans of a participant: by span the unit's row of those that do not overlap.
class Tracks {
 public:
  explicit Tracks(const Trace& trace) : of_piece_(trace.spans.size()) {
    for (std::size_t i = 0; i < trace.spans.size(); ++i) {
      const TracedSpan& span = trace.spans[i];
      SideBySide<std::uint64_t>& rows = rows_[span.unit];
      of_piece_[i] = rows.place(span.start_ns, span.end_ns);
      most_ = std::max(most_, rows.tracks());
    }
  }
  /// The number of a span's row, of all units' together.
  [[nodiscard]] std::uint64_t of(const TracedSpan& span, std::size_t i) const {
    return std::uint64_t{span.unit} * most_ + of_piece_[i];
  }
  /// Calls body(row, unit, which, rows) for each row that there is.
  template <class Body>
  void each(Body body) const {
    for (const auto& [unit, rows] : rows_) {
      for (std::uint32_t which = 0; which < rows.tracks(); ++which)
        body(std::uint64_t{unit} * most_ + which, unit, which, rows.tracks());
    }
  }

 private:
  std::map<std::uint32_t, SideBySide<std::uint64_t>> rows_;  ///< by unit
  std::vector<std::uint32_t> of_piece_;
  std::uint32_t most_ = 1;
};

std::string json_text(std::string_view text) {
  return written_json(nlohmann::ordered_json(text));
}

/// "step 8 of "
std::string when(const TracedPass& pass) {
  return pass.step < 0 ? std::string() : fmt::format(", step {}", pass.step);
}

std::string row_name(const std::string& of, std::uint32_t which, std::uint32_t rows) {
  return rows == 1 ? of : fmt::format("{} · {}", of, which);
}

/// A row with a name, at its number's place.
void append_row(std::string& out, std::size_t process, std::uint64_t row, const std::string& name) {
  fmt::format_to(
      std::back_inserter(out),
      "{{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":{0},\"tid\":{1},\"args\":{{\"name\":{2}}}}},\n"
      "{{\"ph\":\"M\",\"name\":\"thread_sort_index\",\"pid\":{0},\"tid\":{1},\"args\":{{\"sort_index\":{1}}}}},\n",
      process, row, json_text(name));
}

void append_participant(std::string& out, std::size_t process, const NamedTrace& named, std::uint64_t zero_ns) {
  const auto to = std::back_inserter(out);
  const Trace& trace = *named.trace;
  const Tracks tracks(trace);
  fmt::format_to(to, "{{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":{},\"args\":{{\"name\":{}}}}},\n", process,
                 json_text(named.participant));
  tracks.each([&](std::uint64_t row, std::uint32_t unit, std::uint32_t which, std::uint32_t rows) {
    append_row(out, process, row, row_name(fmt::format("{} {}", named.unit, unit), which, rows));
  });
  for (std::size_t i = 0; i < trace.spans.size(); ++i) {
    const TracedSpan& span = trace.spans[i];
    const TracedLaunch& launch = trace.launch_of(span);
    const TracedPass& pass = trace.passes[launch.pass];
    const std::uint64_t ns = span.end_ns - span.start_ns;
    const std::uint64_t at = span.start_ns - zero_ns;
    fmt::format_to(to,
                   "{{\"ph\":\"X\",\"name\":{},\"cat\":\"{}\",\"pid\":{},\"tid\":{},\"ts\":{}.{:03},\"dur\":{}.{:03},"
                   "\"args\":{{\"launch\":{},\"number\":{},\"unit\":{},\"first\":{},\"length\":{}}}}},\n",
                   json_text(pass.name + when(pass)), id_of(launch.kind), process, tracks.of(span, i), at / 1000,
                   at % 1000, ns / 1000, ns % 1000, span.launch, span.number, span.unit, span.cells.first,
                   span.cells.length);
  }
}

/// A span in the rows below those of the units: a copy, or a kernel that lasts until all that it launched has ended.
struct Beside {
  std::string row;  ///< its rows' name
  std::string_view category;
  std::string name;
  std::uint64_t start_ns = 0;
  std::uint64_t end_ns = 0;
  nlohmann::ordered_json about;
};

std::vector<Beside> beside_of(const Trace& trace) {
  std::vector<Beside> out;
  for (const TracedCopy& each : trace.copies)
    out.push_back({"copies " + each.way, "copy", each.way, each.start_ns, each.end_ns, {{"bytes", each.bytes}}});
  for (const std::uint32_t pass : nested_passes(trace)) {
    for (const NestedKernel& each : nested_kernels(trace, pass)) {
      const auto us = [](std::uint64_t ns) { return static_cast<double>(ns) / 1e3; };
      out.push_back({fmt::format("kernels at depth {}", each.depth),
                     "kernel",
                     fmt::format("kernel {}", each.number),
                     each.start_ns,
                     each.done_ns,
                     {{"launched", each.launched},
                      {"blocks_us", us(each.end_ns - each.start_ns)},
                      {"idle_us", us(each.idle_ns())}}});
    }
  }
  return out;
}

void append_beside(std::string& out, std::size_t process, const Trace& trace, std::uint64_t zero_ns) {
  constexpr std::uint64_t first_row = std::uint64_t{1} << 30;  // beyond all units'
  const std::vector<Beside> all = beside_of(trace);
  std::map<std::string_view, SideBySide<std::uint64_t>> rows;
  std::vector<std::uint32_t> which;
  for (const Beside& each : all) which.push_back(rows[each.row].place(each.start_ns, each.end_ns));
  std::map<std::string_view, std::uint64_t> first;
  std::uint64_t next = first_row;
  for (const auto& [row, side_by_side] : rows) {
    first[row] = next;
    for (std::uint32_t i = 0; i < side_by_side.tracks(); ++i)
      append_row(out, process, next++, row_name(std::string(row), i, side_by_side.tracks()));
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Beside& each = all[i];
    // what came before the first span was before the time that counts
    const auto at = static_cast<double>(static_cast<std::int64_t>(each.start_ns - zero_ns)) / 1e3;
    fmt::format_to(std::back_inserter(out),
                   "{{\"ph\":\"X\",\"name\":{},\"cat\":\"{}\",\"pid\":{},\"tid\":{},\"ts\":{:.3f},\"dur\":{:.3f},"
                   "\"args\":{}}},\n",
                   json_text(each.name), each.category, process, first[each.row] + which[i], at,
                   static_cast<double>(each.end_ns - each.start_ns) / 1e3, written_json(each.about));
  }
}

nlohmann::ordered_json passes_json(const NamedTrace& named) {
  using json = nlohmann::ordered_json;
  const Trace& trace = *named.trace;
  json passes = json::array();
  for (const TracedPass& each : trace.passes) {
    json regions = json::array();
    for (const Region& r : each.regions) regions.push_back({r.columns.begin, r.columns.end, r.rows.begin, r.rows.end});
    passes.push_back({{"name", each.name},
                      {"stage", each.stage},
                      {"over", id_of(each.over)},
                      {"columns", each.space.width},
                      {"rows", each.space.height},
                      {"triangle", each.domain == Domain::lower_triangle},
                      {"regions", std::move(regions)}});
    if (each.step >= 0) passes.back().update({{"step", each.step}, {"steps", each.steps}});
  }
  json launches = json::array();
  for (const TracedLaunch& each : trace.launches) {
    launches.push_back({{"pass", each.pass},
                        {"region", each.region},
                        {"kind", id_of(each.kind)},
                        {"blocks", {each.columns, each.rows}},
                        {"run", each.shape.run},
                        {"stride", each.shape.stride},
                        {"leap", each.shape.leap},
                        {"wraps", each.shape.wraps}});
  }
  return {{"lane", named.participant},
          {"dropped", trace.dropped},
          {"clock_error_ns", trace.clock_error_ns},
          {"passes", std::move(passes)},
          {"launches", std::move(launches)}};
}

}  // namespace

std::string chrome_trace(std::span<const NamedTrace> traces, std::string_view about) {
  std::uint64_t zero_ns = std::numeric_limits<std::uint64_t>::max();
  for (const NamedTrace& each : traces) {
    if (!each.trace->spans.empty()) zero_ns = std::min(zero_ns, each.trace->spans.front().start_ns);
  }
  std::string out = "{\"traceEvents\":[\n";
  for (std::size_t i = 0; i < traces.size(); ++i) {
    append_participant(out, i + 1, traces[i], zero_ns);
    append_beside(out, i + 1, *traces[i].trace, zero_ns);
  }
  if (out.ends_with(",\n")) out.resize(out.size() - 2);
  nlohmann::ordered_json participants = nlohmann::ordered_json::array();
  for (const NamedTrace& each : traces) participants.push_back(passes_json(each));
  out += fmt::format("\n],\n\"displayTimeUnit\":\"ns\",\n\"otherData\":{},\n\"lanes\":{}}}\n", about,
                     written_json(participants));
  return out;
}

}  // namespace heteroscope
