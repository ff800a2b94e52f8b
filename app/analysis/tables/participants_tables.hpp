#pragma once

#include "app/results/result.hpp"
#include "app/text/document.hpp"

namespace heteroscope {

/// The participants of each row that has several, and what their links reach; nothing where there is none.
Document participants_tables(const Result& result);

}  // namespace heteroscope
