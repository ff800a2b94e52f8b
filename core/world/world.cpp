#include "core/world/world.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "core/base/error.hpp"

namespace heteroscope {

std::unique_ptr<World> enter_world(const Launch& launch) {
  constexpr const char* library = "libheteroscope_mpi.so";
  std::error_code none;
  const std::filesystem::path path = std::filesystem::read_symlink("/proc/self/exe", none).parent_path() / library;
  if (!std::filesystem::exists(path, none))
    throw BadInput(fmt::format("mpirun has started {} ranks, and there is no {}: the program was built without MPI",
                               launch.count, path.string()));
  // Global, for what MPI loads itself.
  void* const handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (handle == nullptr) throw BadInput(fmt::format("MPI cannot be loaded: {}", ::dlerror()));
  const auto make = reinterpret_cast<MakeWorld>(::dlsym(handle, make_world_name));
  if (make == nullptr) throw BadInput(fmt::format("MPI cannot be loaded: {}", ::dlerror()));
  std::unique_ptr<World> world(make());
  if (world->count() != launch.count || world->rank() != launch.rank)
    throw BadInput(
        fmt::format("mpirun has started {} ranks, of which the MPI that this program was built with sees {}: "
                    "it belongs to another mpirun",
                    launch.count, world->count()));
  return world;
}

}  // namespace heteroscope
