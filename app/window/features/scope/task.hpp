#pragma once

#include <stop_token>

#include "app/window/feature/latest_task.hpp"
#include "app/window/model/scope/scope_show.hpp"

namespace heteroscope {

/// Returns the block shape that the variant really uses.
BlockShape block_of(const MappedVariant& variant, BlockShape chosen);
/// Makes the block mapping of a variant. Throws BadInput for parameters that cannot be bound.
BlockMapping make_block_mapping(const MappingOf& of, const MappedVariant& variant);

using ScopeShowTask = LatestTask<ScopeRequest, ScopeShow>;
using MappingTableTask = LatestTask<MappingOf, MappingTable>;
using TimelineTask = LatestTask<TimelineRequest, TimelineShow>;

/// The functions that the tasks call on their threads.
void make_show(const ScopeRequest& request, const std::stop_token& stop, const ScopeShow* previous,
               const ScopeShowTask::Publish& publish);
void make_table(const MappingOf& of, const std::stop_token& stop, const MappingTableTask::Publish& publish);
void make_timeline(const TimelineRequest& request, const std::stop_token& stop, const TimelineTask::Publish& publish);

/// The tasks of the scope, whose threads begin with the first request.
struct ScopeTasks {
  ScopeTasks();
  ScopeShowTask show;
  MappingTableTask table;
  TimelineTask timeline;
};

}  // namespace heteroscope
