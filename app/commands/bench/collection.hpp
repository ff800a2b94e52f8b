#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/commands/bench/unfinished.hpp"
#include "app/results/parts.hpp"
#include "app/text/document.hpp"

namespace heteroscope {

/// Suites that are measured one after the other.
struct Several {
  std::string title;
  std::vector<Asked> parts;
};

/// WORKLOAD is the id of such; null: it is not.
const Collection* find_collection(const SettingsOptions& options);
/// By the collection. Throws BadInput for options that it has chosen itself: all but --processor.
Several asked_of(const Collection& collection, const SettingsOptions& options, FileUse& files);
/// By what a file holds. Throws BadInput as asked_again() does.
Several asked_again(const Results& results, const std::string& name);

/// Goes on from what a file holds, each part from its own; `parts`: of those, in their order. Throws BadInput if a part
/// is not among them, and as Unfinished::take_up() does.
void take_up(const Several& several, std::vector<Unfinished>& parts, Results earlier, const std::string& name);

/// Measures what is left of each part, one after the other, each ceiling once for all; of `several` and in its order.
/// `keep` gets all that there is each time that there is more. Parts without a row are left out, with the reason, but
/// for those that were not come to.
Results measure_several(const Several& several, const std::vector<Unfinished>& parts, BenchWatch& watch,
                        const std::function<void(const Results&)>& keep);

/// The tables of all, one after the other, and what was left out.
Document report_of(const Results& results);

}  // namespace heteroscope
