#include "core/world/world.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "core/base/error.hpp"

namespace heteroscope {

namespace {

constexpr const char* mpi_library_name = "libheteroscope_mpi.so";

std::filesystem::path own_folder() {
  std::error_code none;
  return std::filesystem::read_symlink("/proc/self/exe", none).parent_path();
}

/// Where `cmake --install` puts libraries of the program's own, which may be moved with it.
std::filesystem::path installed_folder() {
  return (own_folder() / HETEROSCOPE_LIBRARIES_FROM_PROGRAM).lexically_normal();
}

/// Beside the program, where it is built, or where it is installed; empty: in neither.
std::filesystem::path mpi_library() {
  std::error_code none;
  for (const std::filesystem::path& folder : {own_folder(), installed_folder()}) {
    if (std::filesystem::exists(folder / mpi_library_name, none)) return folder / mpi_library_name;
  }
  return {};
}

}  // namespace

std::unique_ptr<World> enter_world(const Launch& launch) {
  const std::filesystem::path path = mpi_library();
  if (path.empty()) {
    throw BadInput(
        fmt::format("mpirun started {} ranks, but there is no {} beside the program or in {}: it was built without "
                    "MPI, or the package heteroscope-mpi is not installed",
                    launch.count, mpi_library_name, installed_folder().string()));
  }
  // Global, for what MPI loads itself.
  void* const handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (handle == nullptr) throw BadInput(fmt::format("MPI cannot be loaded: {}", ::dlerror()));
  const auto make = reinterpret_cast<MakeWorld>(::dlsym(handle, make_world_name));
  if (make == nullptr) throw BadInput(fmt::format("MPI cannot be loaded: {}", ::dlerror()));
  std::unique_ptr<World> world(make());
  if (world->count() != launch.count || world->rank() != launch.rank) {
    throw BadInput(
        fmt::format("mpirun started {} ranks, but the MPI that this program was built with sees {}: they belong to "
                    "different MPI installations",
                    launch.count, world->count()));
  }
  return world;
}

}  // namespace heteroscope
