#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/model/settings/settings.hpp"

namespace heteroscope {

/// What the window remembers about workloads and sources while it runs.
struct SourceMemory {
  std::vector<std::string> files;                     ///< that were opened, newest first
  std::map<std::string, Values, std::less<>> live;    ///< parameters of workloads that were the source
  std::string image_workload;                         ///< the last one that was shown
  Source source;                                      ///< of that workload
  ImageChannel channel = ImageChannel::color;         ///< that it read
  Size source_size;                                   ///< of that workload's problem
  std::map<std::string, Settings, std::less<>> left;  ///< each workload's, as they were last

  void note(const Settings& settings, const Workload& workload);
};

/// The settings with another workload: processor, memory, threads, split, size and, between workloads that take images,
/// the source are kept. A workload that can be a source becomes it, with its present parameters, and the other way
/// round, unless a file or a pattern was the source last: that comes back. Parameters, precision, variants and colors
/// are those that the workload was left with, or its defaults.
Settings with_workload(const Settings& now, const Workload& workload, const SourceMemory& memory, Catalog catalog);
/// The colors that were natural before a change of the problem become those that are natural now; what was chosen by
/// hand stays.
void follow_look(Settings& settings, const Look& natural_before, Catalog catalog);
/// The settings with another source; a workload as source gets the parameters that it had last.
Settings with_source(const Settings& now, Source source, const SourceMemory& memory, Catalog catalog);
/// Fills in what image settings leave open: the source and a live source's parameters.
void complete_source(Settings& settings, Catalog catalog);

/// The workload to which a picture is given when the present one takes none: the last one used, or the one for
/// pictures. Throws BadInput if there is none.
const Workload& image_workload(const Settings& now, const SourceMemory& memory, Catalog catalog);

}  // namespace heteroscope
