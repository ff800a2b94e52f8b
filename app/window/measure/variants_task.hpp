#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/base/statistics.hpp"
#include "core/base/worker.hpp"
#include "core/device/device.hpp"
#include "core/model/settings.hpp"
#include "core/model/workload.hpp"

namespace heteroscope {

/// What became of a variant's comparison with the reference.
enum class Verdict { none, same_bits, within_tolerance, wrong };

/// A variant of a stage, on the problem that was shown.
struct VariantRow {
  std::string stage;
  std::string variant;
  Processor processor = Processor::cpu;
  bool reference = false;
  std::string why_not;           ///< it was not measured; empty: it was, or will be
  std::optional<Statistics> ms;  ///< of the stage, of a step where the workload iterates
  Verdict verdict = Verdict::none;
  std::string verdict_text;  ///< how it differs, or why it was not compared
};

/// The settings whose variants are measured when these are shown: of an iteration some steps from its start on, without
/// what was painted.
Settings measured_problem(const Settings& settings, Catalog catalog);
/// A row a variant, each stage's by themselves, the CPU's first; nothing has been measured.
std::vector<VariantRow> variant_rows(const Settings& settings, Catalog catalog, device::Devices devices);
/// Of the row's time; 0 where it or the stage's reference have none.
double speed_up(const VariantRow& row, const std::vector<VariantRow>& rows);
/// A header and a line a row.
std::string variants_csv(const std::vector<VariantRow>& rows);

/// Measures every variant of the present problem and compares it with the reference, on a thread of its own with an
/// executor of its own. Given up when it goes.
class VariantsTask {
 public:
  VariantsTask() = default;
  ~VariantsTask() { stop(); }
  VariantsTask(const VariantsTask&) = delete;
  VariantsTask& operator=(const VariantsTask&) = delete;

  /// Begins anew, after giving up what is under way.
  void start(const Settings& settings, Catalog catalog, std::vector<device::Facts> gpus);
  /// What has been measured stays. Does not wait.
  void give_up() { stop_ = true; }

  [[nodiscard]] bool running() const { return running_.load(); }
  /// Of the rows, 0 to 1.
  [[nodiscard]] double share() const { return share_.load(); }
  /// measured_problem() of what was or is measured; nothing before the first start.
  [[nodiscard]] const std::optional<Settings>& settings() const { return settings_; }
  /// As far as it has come.
  [[nodiscard]] std::vector<VariantRow> rows() const;
  /// Why nothing more can be measured, in a line; empty if it can.
  [[nodiscard]] std::string failure() const;

 private:
  void stop();
  void measure_all(Catalog catalog, const std::vector<device::Facts>& gpus);
  void put(std::size_t i, const VariantRow& row);

  std::optional<Settings> settings_;
  std::atomic<bool> stop_{false};
  std::atomic<bool> running_{false};
  std::atomic<double> share_{0};
  mutable std::mutex mutex_;
  // guarded by the mutex
  std::vector<VariantRow> rows_;
  std::string failure_;
  Worker worker_;
};

}  // namespace heteroscope
