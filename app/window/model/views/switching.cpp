#include "app/window/model/views/switching.hpp"

#include <algorithm>

#include "app/window/model/views/view_target.hpp"
#include "core/base/error.hpp"
#include "core/model/schema/schema.hpp"
#include "core/model/settings/looks.hpp"
#include "core/model/settings/refusals.hpp"
#include "core/model/settings/shift.hpp"
#include "core/model/settings/source.hpp"
#include "core/plan/partition.hpp"

namespace heteroscope {
namespace {

constexpr std::size_t files_kept = 8;

/// Takes over the look of the settings before; where the default colors change, these change and the palette's ends
/// become automatic.
void follow_default_look(Settings& next, const Settings& before, Catalog catalog) {
  const Look was = natural_look(before, catalog);
  next.look = before.look;
  if (natural_look(next, catalog) != was) next.look.automatic = true;
  follow_look(next, was, catalog);
}

/// Returns the parameters that the workload had as source, or its initial view.
Values live_values(const Workload& source, const Settings& settings, const SourceMemory& memory) {
  if (const auto found = memory.live.find(source.id); found != memory.live.end()) return found->second;
  Settings own = default_settings(source);
  if (source.navigation) fit_view(own, {ViewKind::result, &source, false}, settings.problem.size);
  return own.problem.parameters;
}

/// Returns the source; a workload without parameters gets those that it had.
Source source_after_switch(Source source, const Settings& settings, const SourceMemory& memory, Catalog catalog) {
  const Workload* live = find_source_workload(catalog, source.id);
  if (live != nullptr && source.values.empty()) source.values = live_values(*live, settings, memory);
  return source;
}

}  // namespace

void follow_look(Settings& settings, const Look& natural_before, Catalog catalog) {
  const Look now = natural_look(settings, catalog);
  if (settings.look.palette == natural_before.palette) settings.look.palette = now.palette;
  if (!settings.look.scale_chosen && settings.look.scale == natural_before.scale) settings.look.scale = now.scale;
  const Workload& workload = find_workload(catalog, settings.problem.workload);
  if (!refusal_of_samples(workload).empty()) settings.look.samples = 1;
  if (!colors_by_distance(settings.look)) return;
  if (refusal_of_distance(workload, settings.problem.parameters).empty()) return;
  settings.look.scale = now.scale;
  settings.look.scale_chosen = false;
}

void SourceMemory::note(const Settings& settings, const Workload& workload) {
  left.insert_or_assign(std::string(workload.id), settings);
  if (workload.serves_as_source) live[std::string(workload.id)] = settings.problem.parameters;
  if (!workload.image) return;
  image_workload = workload.id;
  source = settings.problem.source;
  channel = settings.problem.channel;
  source_size = settings.problem.size;
  if (!settings.problem.source.values.empty()) live[settings.problem.source.id] = settings.problem.source.values;
  if (settings.problem.source.file.empty() || (!files.empty() && files.front() == settings.problem.source.file)) return;
  std::erase(files, settings.problem.source.file);
  files.insert(files.begin(), settings.problem.source.file);
  if (files.size() > files_kept) files.pop_back();
}

Settings with_workload(const Settings& now, const Workload& workload, const SourceMemory& memory, Catalog catalog) {
  const Workload& before = find_workload(catalog, now.problem.workload);
  Settings next = default_settings(workload);
  const auto left = memory.left.find(workload.id);
  if (left != memory.left.end()) {
    next.problem.parameters = left->second.problem.parameters;
    next.problem.precision = left->second.problem.precision;
    next.execution = left->second.execution;
  }
  next.execution.processor = now.execution.processor;
  carry_over(now.execution, next.execution);
  next.execution.gpus = now.execution.gpus;
  next.execution.shares = now.execution.shares;
  next.execution.sharing = Sharing::by_hand;
  const bool cpu = now.execution.processor != Processor::gpu;
  if (refusal_of_sharing(now.execution.sharing, workload, cpu).empty()) next.execution.sharing = now.execution.sharing;
  next.problem.size = now.problem.size;
  if (workload.image) {
    if (before.image) {
      next.problem.source = now.problem.source;
      next.problem.channel = now.problem.channel;
    } else if (memory.source.id == file_source || find_pattern(memory.source.id) != nullptr) {
      next.problem.source = memory.source;
      next.problem.channel = memory.channel;
      if (memory.source.id == file_source) next.problem.size = memory.source_size;
    } else if (before.serves_as_source) {
      next.problem.source = {.id = std::string(before.id), .values = now.problem.parameters};
    } else {
      next.problem.source =
          source_after_switch({.id = std::string(workload.image->default_source)}, now, memory, catalog);
    }
  } else if (workload.serves_as_source && workload.navigation) {
    next.problem.parameters =
        now.problem.source.id == workload.id ? now.problem.source.values : live_values(workload, now, memory);
  }
  if (left != memory.left.end()) {
    next.look = left->second.look;
  } else {
    follow_default_look(next, now, catalog);
  }
  return next;
}

Settings with_source(const Settings& now, Source source, const SourceMemory& memory, Catalog catalog) {
  Settings next = now;
  next.problem.source = source_after_switch(std::move(source), now, memory, catalog);
  follow_default_look(next, now, catalog);
  return next;
}

void complete_source(Settings& settings, Catalog catalog) {
  const Workload& workload = find_workload(catalog, settings.problem.workload);
  if (!workload.image) return;
  if (settings.problem.source.id.empty()) settings.problem.source.id = workload.image->default_source;
  const Workload* live = find_source_workload(catalog, settings.problem.source.id);
  if (live == nullptr) return;
  for (const auto& [id, value] : initial_values(live->parameters))
    settings.problem.source.values.try_emplace(id, value);
}

const Workload& image_workload(const Settings& now, const SourceMemory& memory, Catalog catalog) {
  const Workload* first = nullptr;
  for (const Workload* each : catalog) {
    if (each->image && each->id == now.problem.workload) return *each;
    if (each->image && each->image->for_pictures && first == nullptr) first = each;
  }
  if (!memory.image_workload.empty()) return find_workload(catalog, memory.image_workload);
  if (first == nullptr) throw BadInput("no workload takes an image");
  return *first;
}

}  // namespace heteroscope
