#pragma once

#include "app/commands/verify/command.hpp"
#include "app/commands/verify/report.hpp"

namespace heteroscope {

/// Compares all listed cases. Throws BadInput where the request leaves none.
void verify_listed(const VerifyRequest& request, Catalog catalog, Report& report);

/// Compares random cases for `request.for_s`, and makes small ones of those that fail.
void verify_random(const VerifyRequest& request, Catalog catalog, Report& report);

}  // namespace heteroscope
