#pragma once

#include <optional>
#include <string>

#include "app/commands/bench/shown_progress.hpp"
#include "app/results/parts.hpp"
#include "core/process/signals.hpp"

namespace heteroscope {

/// The file beside that of --json that keeps finished rows until it is written. None if there is no such file.
std::optional<std::string> unfinished_file(const std::optional<std::string>& json);

/// Says that the rows of that file, of a run which did not end, will be replaced.
void warn_of_kept_rows(const std::optional<std::string>& kept);

/// Shows how far a measurement is, keeps what is there in a file as it goes, and ends it where somebody asks for the
/// end (Ctrl-C).
class KeptRows final : public BenchWatch {
 public:
  explicit KeptRows(std::optional<std::string> file) : file_(std::move(file)) {}

  void comes(const BenchProgress& progress) override;
  /// The file is never half written: a process that is killed leaves what was there before, or all of it.
  void keep(const Results& so_far);
  [[nodiscard]] bool stopped() override { return EndOnRequest::asked(); }

 private:
  std::optional<std::string> file_;
  ShownProgress shown_;
  EndOnRequest signals_;
};

}  // namespace heteroscope
