#pragma once

#include "app/commands/verify/command.hpp"
#include "app/commands/verify/report.hpp"

namespace heteroscope {

/// Executes the first case of each of the request's variants that are a person's own kernels, in each precision, under
/// compute-sanitizer's racecheck: accesses to shared memory whose order nothing says. A variant with such has failed,
/// and is a group of its own in the report, beside that of its results: "mine.cu (racecheck)". Throws BadInput where
/// the request names no such variant, or where there is no compute-sanitizer.
void verify_races(const VerifyRequest& request, Catalog catalog, Report& report);

}  // namespace heteroscope
