#include "core/participants/run_variant.hpp"

#include "core/model/launch_observer.hpp"
#include "core/trace/writer.hpp"

namespace heteroscope {

void run_variant(const Variant& variant, const AnyJob& job) {
  if (job->trace != nullptr) {
    const auto* iterate = job.as<IterateJob>();
    job->trace->begin_call(job->stage, iterate != nullptr ? iterate->step : -1, iterate != nullptr ? iterate->steps : 0,
                           variant.pieces != nullptr ? Calls::of_parts : Calls::of_rows);
  }
  if (job->observer != nullptr) {
    job->observer->around(*job.operator->(), [&] { call(variant.run, job); });
  } else {
    call(variant.run, job);
  }
}

}  // namespace heteroscope
