#pragma once

#include <cstddef>
#include <string>

#include "app/analysis/claims/judged.hpp"

/// Statements about rows that are held against nothing but their own figures; judge() asks these.
namespace heteroscope {

ToldVerdict judge_differences(const Statement& statement, const Result& result);
ToldVerdict judge_proportion(const Statement& statement, const Result& result);
ToldVerdict judge_first_runs(const Statement& statement, const Result& result);
ToldVerdict judge_figure(const Statement& statement, const Result& result);

/// Sizes that a line is fitted to at least.
inline constexpr std::size_t least_sizes = 3;

/// "cuda_1d was not measured".
std::string not_measured(const RowPattern& pattern);
/// The doubt about a figure that is computed from several times, if only some of them are doubtful.
std::string some_doubt(const std::string& doubt);

}  // namespace heteroscope
