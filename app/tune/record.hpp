#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/results/machine.hpp"
#include "app/tune/search.hpp"

namespace heteroscope {

/// The record of a search, or of all candidates there are, as a file has it.
struct TuneRecord {
  std::string workload;
  std::string problem;  ///< as options of `tune`
  Machine machine;
  TuneSpace space;
  TuneFound found;
  std::vector<std::string> commands;  ///< by candidate: renders it; empty where they are not known
};

/// Axes and points: each point's places on the axes, its time or why it was thrown out.
std::string tune_json(const TuneRecord& record);
/// A header and a line a point: what it has on each axis, its time, what became of it.
std::string tune_csv(const TuneRecord& record);

/// A record to be searched again without measuring: its points are the candidates, by their places in `tried`. Throws
/// BadInput, naming the file, if it is none.
TuneRecord load_tune_record(const std::filesystem::path& path);

/// Tells what a record says; its clock is the number of measurements.
class RecordedMeasurer final : public TuneMeasurer {
 public:
  explicit RecordedMeasurer(const TuneRecord& record) : record_(record) {}
  TuneTime measure(std::size_t candidate, double seconds, std::optional<double> ms_to_beat) override;
  std::vector<TuneTime> measure_in_turns(std::span<const std::size_t> candidates, double seconds) override;
  std::string difference(std::size_t candidate) override;
  [[nodiscard]] double now() override { return measured_; }

 private:
  const TuneRecord& record_;
  double measured_ = 0;
};

}  // namespace heteroscope
