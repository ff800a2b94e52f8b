#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/device/device.hpp"
#include "core/model/settings/settings.hpp"

namespace heteroscope {

/// The key of a kept winner: a machine, its first GPU, a workload, a precision, and sizes of which the largest has less
/// than twice as many values as the smallest.
struct TunedFor {
  std::string cpu;
  int cpu_threads = 1;
  std::string gpu;  ///< empty: none
  std::string workload;
  Precision precision = Precision::fp32;
  int size_class = 0;  ///< log2 of the number of values, rounded down
  bool operator==(const TunedFor&) const = default;
};
/// Throws BadInput for parameters that cannot be bound.
TunedFor tuned_for(const Settings& settings, Catalog catalog, device::Devices devices);

/// A winner that is kept.
struct TunedWinner {
  TunedFor of;
  Execution execution;
  std::string text;  ///< "simd_tuned, threads 2"
  double ms = 0;
  std::optional<double> usual_ms;  ///< what the settings took with which the search began; none where that is not known
  std::string date_utc;
  bool operator==(const TunedWinner&) const = default;
};

/// All that are kept, each for something else.
class TunedWinners {
 public:
  [[nodiscard]] const std::vector<TunedWinner>& all() const { return all_; }
  /// In the place of one for the same.
  void keep(TunedWinner winner);
  /// Null: none is kept for this.
  [[nodiscard]] const TunedWinner* find(const TunedFor& of) const;
  bool operator==(const TunedWinners&) const = default;

 private:
  std::vector<TunedWinner> all_;
};

std::string tuned_to_json(const TunedWinners& winners, Catalog catalog);
/// Throws BadInput, naming `name`. What is of a workload that this program does not have is left out.
TunedWinners tuned_from_json(const std::string& text, const std::string& name, Catalog catalog);

/// own_file("tuned.json").
std::filesystem::path tuned_path();
/// None where there is no such file. Throws BadInput for one that is damaged.
TunedWinners load_tuned(const std::filesystem::path& path, Catalog catalog);
/// The winners that were kept, and what is wrong with their file. A damaged file stops nobody: it is kept under another
/// name, tuned.json.damaged.
struct TunedRecollection {
  TunedWinners winners;
  std::string trouble;  ///< one line; empty where all comes back
};
TunedRecollection recall_tuned(const std::filesystem::path& path, Catalog catalog);

/// Adds one to those that are kept, by whomever. Into `known` goes what is kept then, also where it cannot be written.
/// Nothing is written where the path is empty. Throws BadInput.
void keep_tuned(const std::filesystem::path& path, TunedWinner winner, Catalog catalog, TunedRecollection& known);

/// Computes as the winner does; what it is that is computed stays.
void use_tuned(Settings& settings, const Execution& winner);

}  // namespace heteroscope
