#pragma once

#include "core/model/schema/setting.hpp"

/// Settings that are more than a word or a number, one file each; schema.hpp has them in their lists.
namespace heteroscope {

const Setting& parameters_setting();
const Setting& source_setting();
const Setting& strokes_setting();
const Setting& variants_setting();
const Setting& tunables_setting();
const Setting& split_setting();
const Setting& block_setting();
const Setting& mapping_setting();

}  // namespace heteroscope
