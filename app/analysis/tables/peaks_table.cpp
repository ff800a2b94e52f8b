#include "app/analysis/tables/tables.hpp"

#include "app/analysis/theory.hpp"
#include "app/results/fact_columns.hpp"
#include "app/text/table.hpp"
#include "core/base/plural.hpp"

namespace heteroscope {

namespace {

constexpr double fp32_per_fp64_of_vectors = 2;  ///< as many bytes of either
constexpr double flop_of_fma = 2;

std::string rate(double fma_per_s) {
  return with_prefix(fma_per_s) + "fma/s";
}

std::string ratio_of(double fp32, double fp64) {
  return fp64 > 0 ? times(fp32 / fp64) : std::string();
}

/// Of each count of threads for which multiply-adds were measured, each counted as a core. What a system's memory could
/// do it does not tell.
void add_cpu(TextTable& table, const Result& result) {
  const std::optional<Peak> peak = peak_in(result);
  for (const ResultRow& fma : rows_of(result.facts, column::cpu_fma_ceilings)) {
    const double threads = fma.number(column::ceilings::threads);
    const double fp32 = fma.number(column::ceilings::fp32_per_s);
    const double fp64 = fma.number(column::ceilings::fp64_per_s);
    const double fp64_peak = peak ? threads * peak->flop_per_s() / peak->cores / flop_of_fma : 0;
    const double fp32_peak = fp32_per_fp64_of_vectors * fp64_peak;
    table.add({"cpu, " + plural(fma.text(column::ceilings::threads), "thread"), peak ? rate(fp32_peak) : "unknown",
               peak ? percent(fp32 / fp32_peak) : "", peak ? rate(fp64_peak) : "unknown",
               peak ? percent(fp64 / fp64_peak) : "", times(fp32_per_fp64_of_vectors), ratio_of(fp32, fp64), "unknown",
               ""});
  }
}

/// What the driver told of it; "unknown" where it did not.
class ToldByDriver {
 public:
  ToldByDriver(const Result& result, const Column& column)
      : datum_(find_datum(result.facts, part_of(column::machine_facts, column))) {}
  [[nodiscard]] std::string text() const { return there() ? shown(*datum_) : "unknown"; }
  [[nodiscard]] std::string share(double measured) const {
    return there() ? percent(measured / datum_->number()) : std::string();
  }

 private:
  [[nodiscard]] bool there() const { return datum_ != nullptr && datum_->there(); }
  const Datum* datum_;
};

void add_gpu(TextTable& table, const Result& result) {
  const auto measured = [&](const Column& column) {
    const Datum* const datum = find_datum(result.facts, part_of(column::gpu_ceilings, column));
    return datum == nullptr ? 0.0 : datum->number();
  };
  const double fp32 = measured(column::ceilings::fma_fp32_per_s);
  const double fp64 = measured(column::ceilings::fma_fp64_per_s);
  if (!(fp32 > 0)) return;
  const ToldByDriver fp32_peak(result, column::machine::gpu_fma_fp32_peak_per_s);
  const ToldByDriver fp64_peak(result, column::machine::gpu_fma_fp64_peak_per_s);
  const ToldByDriver bus(result, column::machine::gpu_bus_bytes_per_s);
  table.add({"gpu", fp32_peak.text(), fp32_peak.share(fp32), fp64_peak.text(), fp64_peak.share(fp64),
             ToldByDriver(result, column::machine::gpu_fp32_per_fp64).text(), ratio_of(fp32, fp64), bus.text(),
             bus.share(measured(column::ceiling::copy_bytes_per_s))});
}

}  // namespace

Document peaks_table(const Result& result) {
  TextTable table({{"in theory"},
                   {"fma fp32", true},
                   {"reached", true},
                   {"fma fp64", true},
                   {"reached", true},
                   {"fp32 : fp64", true},
                   {"measured", true},
                   {"memory bus", true},
                   {"reached", true}});
  add_cpu(table, result);
  add_gpu(table, result);
  if (table.rows().empty()) return {};
  return {
      std::move(table),
      Paragraph{"in theory: on the CPU, threads × measured clock × vector units × lanes; on the GPU, multiprocessors × "
                "lanes × clock, and for memory 2 × memory clock × bus width. Each hardware thread counts as a "
                "core; two threads that share a core reach half of it. fma: a fused multiply-add (2 flop). "
                "reached: measured ceiling / theory. fp32 : fp64: how many fp32 operations take the time of one "
                "fp64 operation, in theory and as measured."}};
}

}  // namespace heteroscope
