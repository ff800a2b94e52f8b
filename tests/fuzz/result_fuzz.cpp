#include <nlohmann/json.hpp>

#include "app/commands/compare/report.hpp"
#include "app/lessons/answers.hpp"
#include "app/production/iteration/iteration_state.hpp"
#include "app/results/parts.hpp"
#include "app/text/document.hpp"
#include "app/tune/kept.hpp"
#include "core/base/error.hpp"
#include "core/model/schema/settings_json.hpp"
#include "core/poster/poster_state.hpp"
#include "kernels/registry.hpp"
#include "tests/fuzz/json_seeds.hpp"

/// Files that the program writes for later: results, answers, winners, states of what is unfinished.
namespace heteroscope::testing {
namespace {

using nlohmann::json;

/// Ends the program for anything but success and BadInput: the JSON library's own exceptions are among that. `name`:
/// with which messages begin that do not name the file themselves.
template <class Body>
void attempt_reading(const Body& body, const std::string& name = {}) {
  try {
    body();
  } catch (const BadInput& wrong) {
    check_message(name + wrong.what());
  }
}

void compare(const Result& result) {
  const Document document = comparison_report({{"file", result}, {"file", result}});
  for (const std::string& made : {markdown(document), html(document)}) {
    if (made.find_first_of("\x1b\x07\x7f") != made.npos) fuzz_failure("a control character:", made.c_str());
  }
}

/// All that is made of a result: the file again, CSV, and what `compare` says.
void read(const std::string& text) {
  attempt_reading([&] {
    const Results results = results_from_json(text, "file");
    const std::string saved = results_json(results);
    if (results_json(results_from_json(saved, "saved")) != saved) fuzz_failure("no round trip:", saved.c_str());
    static_cast<void>(results_csv(results));
    for (const Result& part : results.parts) attempt_reading([&] { compare(part); }, "file: ");
  });
}

void read_others(const std::string& text) {
  attempt_reading([&] { static_cast<void>(answers_json(answers_from_json(text, "file"))); });
  attempt_reading([&] { static_cast<void>(tuned_to_json(tuned_from_json(text, "file", catalog()), catalog())); });
  attempt_reading([&] {
    const PosterState state = poster_state_of(text, "file");
    static_cast<void>(difference(state, state));
    static_cast<void>(threads_of(state));
    static_cast<void>(to_text(state));
  });
  attempt_reading([&] {
    constexpr int planes = 2;
    constexpr int rows = 8;
    const IterationState state = iteration_state_of(text, "file", planes, rows);
    static_cast<void>(difference(state, state));
    static_cast<void>(to_text(state));
  });
}

json field(const char* hint) {
  return {{"name", "a name"}, {"unit", "ms"}, {"hint", hint}, {"about", "a value"}, {"interval", false}};
}

std::string result_text() {
  json out{{"heteroscope_bench", 2},
           {"title", "mandelbrot"},
           {"workload", "mandelbrot"},
           {"cases", 1},
           {"machine", {{"cpu", "a CPU"}, {"gpu", nullptr}, {"cpu_threads", 2}}},
           {"noise", json::array({{{"share", 0.1}}, {{"share", 0.2}}})},
           {"skipped", json::array({{{"reason", "none"}, {"rows", 1}}})}};
  for (const char* id :
       {"title", "workload", "cases", "machine/cpu", "machine/gpu", "machine/cpu_threads", "noise/share", "scene",
        "precision", "variant", "processor", "width", "height", "memory", "threads", "block/x", "block/y"})
    out["fields"][id] = field("plain");
  for (const char* id : {"median_ms", "median_low_ms", "median_high_ms"}) out["fields"][id] = field("time");
  out["fields"]["median_ms"]["interval"] = true;
  out["rows"] = json::array({{{"scene", "full"},
                              {"precision", "fp64"},
                              {"variant", "simd"},
                              {"processor", "cpu"},
                              {"width", 8},
                              {"height", 4},
                              {"memory", "host"},
                              {"threads", 2},
                              {"block", nullptr},
                              {"median_ms", 1.5},
                              {"median_ms_least", 1.0},
                              {"median_ms_most", 2.0},
                              {"median_low_ms", 1.25},
                              {"median_high_ms", 1.75},
                              {"settings", {{"threads", 2}, {"precision", "fp64"}}}}});
  return out.dump();
}

std::vector<std::string> result_texts() {
  const json one = json::parse(result_text());
  return {one.dump(), json{{"heteroscope_bench", 2},
                           {"title", "quick"},
                           {"parts", json::array({one, one})},
                           {"left_out", json::array({{{"title", "t"}, {"reason", "r"}}})}}
                          .dump()};
}

std::vector<std::string> other_texts() {
  const json one = json::parse(result_text());
  const json question{
      {"ask", "which?"}, {"choices", {"a", "b"}}, {"predicted", 1}, {"measured", nullptr}, {"said", {"it is a"}}};
  const json lesson{{"lesson", "l"}, {"title", "t"}, {"questions", json::array({question})}, {"run", one}};
  const Settings settings = default_settings(find_workload(catalog(), "mandelbrot"));
  const std::string saved = to_json(settings, catalog());
  TunedWinner winner;
  winner.of.cpu = "a CPU";
  winner.of.workload = "mandelbrot";
  winner.execution = settings.execution;
  winner.ms = 1;
  TunedWinners winners;
  winners.keep(winner);
  PosterState poster;
  poster.version = "1";
  poster.format = "png";
  poster.piece = {8, 8};
  poster.settings = saved;
  poster.survey.source.count = 3;
  poster.survey.partials = {0.5};
  IterationState iteration;
  iteration.version = "1";
  iteration.settings = saved;
  iteration.point.step = 4;
  iteration.point.measured.push_back({.step = 2, .value = 0.5, .ms = 1});
  iteration.half = 1;
  iteration.bands.push_back({.rows = {0, 8}, .sums = {1, 2}});
  return {json{{"heteroscope_answers", 1}, {"name", "n"}, {"lessons", json::array({lesson})}}.dump(),
          tuned_to_json(winners, catalog()), to_text(poster), to_text(iteration)};
}

}  // namespace

std::vector<std::vector<std::byte>> fuzz_seeds() {
  std::vector<std::vector<std::byte>> out;
  for (const std::string& text : result_texts()) out.push_back(bytes_of(text));
  for (const std::string& text : other_texts()) out.push_back(bytes_of(text));
  return out;
}

}  // namespace heteroscope::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace heteroscope::testing;
  static const std::vector<std::string> results = result_texts();
  static const std::vector<std::string> others = other_texts();
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  read(bytes);
  read(with_odd_values(results, {data, size}));
  read_others(bytes);
  read_others(with_odd_values(others, {data, size}));
  return 0;
}
