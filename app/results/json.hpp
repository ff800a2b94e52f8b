#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "app/results/datum.hpp"

namespace heteroscope {

/// An object of their ids: parts become objects of their wholes, or places in a list where ids are numbers. Null where
/// there is no value; a whole of which there is nothing is null itself.
nlohmann::ordered_json json_of(const std::vector<Datum>& data);

}  // namespace heteroscope
