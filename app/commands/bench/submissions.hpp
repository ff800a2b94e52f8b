#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/commands/bench/asked.hpp"
#include "app/results/parts.hpp"

namespace heteroscope {

/// The variants of a folder, as people have handed them in, which `bench` ranks.
class Submissions {
 public:
  /// Opens the folder, and puts its variants among those that the options name. Throws BadInput where none can be
  /// opened, or the options name no workload.
  Submissions(const std::filesystem::path& folder, SettingsOptions& options);

  /// Makes a ranking of what is asked for: each case of a person's own variant is compared with the reference first.
  /// A file of which one does not agree with it, or fails, has all its cases skipped, with that reason, which standard
  /// error names, too.
  void rank(Asked& asked) const;

 private:
  std::vector<std::string> left_out_;  ///< files that are no variants of the workload
};

/// Whether a file of --variants has a place in the ranking.
bool ranks_a_file(const Results& results);

}  // namespace heteroscope
