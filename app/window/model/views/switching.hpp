#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/model/settings/settings.hpp"

namespace heteroscope {

/// The choices of workloads and sources that the window remembers while it runs.
struct SourceMemory {
  std::vector<std::string> files;                     ///< files that were opened, the newest first
  std::map<std::string, Values, std::less<>> live;    ///< the parameters of workloads that were the source
  std::string image_workload;                         ///< the last image workload that was shown
  Source source;                                      ///< of that workload
  ImageChannel channel = ImageChannel::color;         ///< the channel that it read
  Size source_size;                                   ///< of that workload's problem
  std::map<std::string, Settings, std::less<>> left;  ///< the last settings of each workload

  void note(const Settings& settings, const Workload& workload);
};

/// Returns the settings with another workload. Processor, memory, threads, split, size and, between workloads that take
/// images, the source stay. A workload that can be a source becomes it, with its present parameters, and the other way
/// round, unless a file or a pattern was the source last: that comes back. Parameters, precision, variants and colors
/// are those that the workload was left with, or its defaults.
Settings with_workload(const Settings& now, const Workload& workload, const SourceMemory& memory, Catalog catalog);
/// Replaces the default colors of the earlier problem by those of the present one; colors that a person has chosen
/// stay.
void follow_look(Settings& settings, const Look& natural_before, Catalog catalog);
/// Returns the settings with another source; a workload as source gets its last parameters.
Settings with_source(const Settings& now, Source source, const SourceMemory& memory, Catalog catalog);
/// Completes the settings of an image workload: the source, and a live source's parameters.
void complete_source(Settings& settings, Catalog catalog);

/// Returns the workload for a picture when the present one takes none: the last one used, or the default one. Throws
/// BadInput if there is none.
const Workload& image_workload(const Settings& now, const SourceMemory& memory, Catalog catalog);

}  // namespace heteroscope
