#include "app/analysis/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/analysis/claims/beside.hpp"
#include "app/analysis/others.hpp"
#include "app/analysis/reading.hpp"
#include "app/analysis/scaling.hpp"
#include "app/analysis/tables/cross.hpp"
#include "app/analysis/tables/notes.hpp"
#include "app/analysis/tables/row_table.hpp"
#include "app/analysis/tables/tables.hpp"
#include "app/analysis/theory.hpp"
#include "app/analysis/weak_scaling.hpp"
#include "app/results/fact_columns.hpp"
#include "core/base/plural.hpp"

namespace heteroscope {

namespace {

void add_heading(Document& to, const Result& result) {
  const auto of_machine = [&](const Column& column) { return machine_fact(result, column); };
  to.emplace_back(Paragraph{fmt::format("heteroscope {} bench {}, {}", of_machine(column::machine::version),
                                        fact(result, column::title), of_machine(column::machine::date_utc))});
  const std::string gpu = of_machine(column::machine::gpu);
  to.emplace_back(
      List{{fmt::format("cpu: {}, {}, vectors {}", of_machine(column::machine::cpu),
                        plural(of_machine(column::machine::cpu_threads), "thread"),
                        of_machine(column::machine::cpu_vector_target)),
            gpu.empty() ? fmt::format("gpu: none ({})", of_machine(column::machine::gpu_unavailable_reason))
                        : fmt::format("gpu: {}, driver for CUDA {}", gpu, of_machine(column::machine::cuda_driver))}});
}

/// Of a result that is not all that was asked for.
Document how_far(const Result& result) {
  const std::size_t left = cases_left(result);
  if (left == 0) return {};
  return {Paragraph{fmt::format("The run was stopped: {} of {} {} missing.", left,
                                plural(fact(result, column::cases), "case"), left == 1 ? "is" : "are")}};
}

}  // namespace

Document bench_report(const Result& result) {
  Document out;
  add_heading(out, result);
  if (const std::string source = fact(result, column::source); !source.empty())
    out.emplace_back(Paragraph{"Source: " + source});
  out.emplace_back(Paragraph{"Ceilings, measured in this run:"});
  out.emplace_back(ceilings_table(result));
  std::ranges::move(peaks_table(result), std::back_inserter(out));
  const Suite* const suite = suite_of(result);
  const bool by_axis = suite != nullptr && !suite->axis.empty();
  std::ranges::move(by_axis ? cross_tables(result, *suite) : row_table(result), std::back_inserter(out));
  for (Document part :
       {scaling_tables(result), weak_scaling_tables(result), participants_tables(result), agreement_note(result),
        cold_table(result), noise_tables(result), others_notes(result), clock_notes(result), how_far(result)})
    std::ranges::move(part, std::back_inserter(out));
  if (suite != nullptr && suite->theory) std::ranges::move(theory_tables(result, *suite), std::back_inserter(out));
  if (suite != nullptr) std::ranges::move(beside_published(result, *suite), std::back_inserter(out));
  if (result.skipped.empty()) return out;
  List skipped;
  for (const Skipped& each : result.skipped) skipped.items.push_back(skip_text(each));
  if (const std::string why = fact(result, column::uncounted); !why.empty())
    skipped.items.push_back("efficiencies are only modeled, not counted: " + why);
  out.emplace_back(std::move(skipped));
  return out;
}

}  // namespace heteroscope
