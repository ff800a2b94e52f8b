#pragma once

#include <any>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/model/any_job.hpp"
#include "core/model/own_addresses.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

namespace device {
struct Facts;
}

/// How the cells of a stage's launches lie in the rows that a launch computes: `rows`: as these have them, from the
/// left and from the top; `transposed`: columns of cells are rows of the result; `other`: in another way, of which a
/// trace says nothing.
enum class LaunchCells { other, rows, transposed };

/// One launch of a kernel that a person has written: its arguments, of the stage's struct, and the cells that it is
/// over.
struct OwnLaunch {
  const void* arguments = nullptr;
  std::size_t bytes = 0;  ///< of the arguments
  Size cells;             ///< never empty
  static constexpr std::size_t no_rows = static_cast<std::size_t>(-1);
  std::size_t rows_at = no_rows;  ///< the place of the member `rows`, in bytes; no_rows: the arguments have none
  Rows rows;                      ///< that it computes, of the stage's output, input or state (launch_in_parts())
};

/// Launches a kernel, or calls a function. The arguments live until it returns.
using LaunchOwn = std::function<void(const OwnLaunch&)>;

/// Calls `launch` with these arguments; not over no cells.
template <class Arguments>
void launch_over(Size cells, const Arguments& arguments, const LaunchOwn& launch) {
  static_assert(std::is_trivially_copyable_v<Arguments>, "a kernel's arguments are copied as bytes");
  if (cells.width <= 0 || cells.height <= 0) return;
  OwnLaunch all{&arguments, sizeof arguments, cells};
  if constexpr (requires { Rows(arguments.rows); }) {
    const auto* const first = reinterpret_cast<const std::byte*>(&arguments);
    all.rows_at = static_cast<std::size_t>(reinterpret_cast<const std::byte*>(&arguments.rows) - first);
  }
  launch(all);
}

/// How a stage computes with a kernel from a person's file: the kernel takes a struct of arguments, which is a template
/// over the type of a value, and the stage makes these arguments from a job. GPU kernels take it by value, functions
/// for the CPU by reference.
struct OwnKernels {
  std::string_view header;     ///< that declares the arguments: "kernels/heat/own.hpp"
  std::string_view arguments;  ///< "heteroscope::heat::Step"
  std::string_view gpu_start;  ///< the text of a file to start from: the simplest kernel
  std::string_view cpu_start;  ///< the same for the CPU: the plain loop
  /// Calls `launch` for each launch of the job, in their order, with the arguments for float or double, as the job's
  /// precision is; none for a job without rows. In the end the job is done, its measure included. Throws BadInput for a
  /// job that `unfit` would have refused.
  void (*launches)(const AnyJob& job, const LaunchOwn& launch) = nullptr;
  LaunchCells cells = LaunchCells::other;
  /// The bytes of the job's scratch, to which arguments point; null: none.
  std::size_t (*scratch_bytes)(const AnyJob& job) = nullptr;
  /// Computes what the scratch holds before the first launch, into as many bytes of host memory; whoever calls it
  /// copies them to the job's scratch. Null: the scratch need not hold anything.
  void (*fill_scratch)(const AnyJob& job, void* host) = nullptr;
  /// As Variant::unfit: which results of the workload its arguments do not describe. Null: they describe all.
  std::string (*unfit)(const std::any& parameters, const Extent& output, bool whole, const device::Facts&) = nullptr;
  /// As Variant::reordered: there are good kernels that add in another order than the reference.
  bool reordered = false;
  /// As Variant::sum_error.
  double (*sum_error)(std::int64_t values, Precision) = nullptr;
  /// What a file's declarations of addresses may name; none: it can declare none.
  std::optional<OwnAddresses> addresses{};
};

}  // namespace heteroscope
