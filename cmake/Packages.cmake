# Debian packages by CPack, for the Debian on which they are built: scripts/package.sh. The program is one package, what lets
# mpirun start it another, since MPI is large and few want it. Nothing of CUDA is among what they need: its runtime is in the
# program, and the driver's library is loaded where there is one.
set(HETEROSCOPE_MAINTAINER "The heteroscope developers <heteroscope@localhost>" CACHE STRING "Who answers for the packages")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME heteroscope)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "${HETEROSCOPE_MAINTAINER}")
set(CPACK_PACKAGE_VENDOR "the heteroscope developers")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/packages)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_COMPONENTS_ALL program)
if(TARGET heteroscope_mpi)
  list(APPEND CPACK_COMPONENTS_ALL mpi)
endif()

# "1~deb12": built for that Debian, and older than what a Debian after it has.
set(system "")
if(EXISTS /etc/os-release)
  file(STRINGS /etc/os-release system REGEX "^(ID|VERSION_ID)=")
endif()
string(REGEX REPLACE ".*VERSION_ID=\"?([0-9.]*)\"?.*" "\\1" system_number "${system}")
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
if(system MATCHES "ID=debian" AND system_number MATCHES "^[0-9.]+$")
  string(APPEND CPACK_DEBIAN_PACKAGE_RELEASE "~deb${system_number}")
endif()
set(version ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)

set(program heteroscope)
set(other heteroscope-cuda)
set(part "")
if(HETEROSCOPE_WITH_CUDA)
  set(program heteroscope-cuda)
  set(other heteroscope)
  set(part "\nThis one has the CUDA part, for GPUs of the architectures\n${CMAKE_CUDA_ARCHITECTURES}.")
endif()
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME ${program})
set(CPACK_DEBIAN_PROGRAM_PACKAGE_CONFLICTS ${other})
set(CPACK_DEBIAN_PROGRAM_PACKAGE_REPLACES ${other})
# GLFW loads these when the window opens.
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "libgl1, libx11-6, libxcursor1, libxi6, libxinerama1, libxrandr2")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS libgl1-mesa-dri)
# A compiler for variants that a person writes; NVRTC is in no package of Debian's main archive.
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "heteroscope-mpi, ffmpeg, g++")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "oscilloscope for parallel execution
Computes a problem on the CPU, the GPU or both, and shows what each way of
computing it does to the picture and to the time: a window, and a command
line that renders, measures, verifies and explains.${part}")

set(CPACK_DEBIAN_MPI_PACKAGE_NAME heteroscope-mpi)
# The library is the program's own: it has no interface that stays from one version to another.
set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS
  "heteroscope (= ${version}) | heteroscope-cuda (= ${version}), openmpi-bin")
set(CPACK_COMPONENT_MPI_DESCRIPTION "oscilloscope for parallel execution: several processes by MPI
The library that the program heteroscope loads where mpirun has started it,
so that several processes share a picture, an iteration or a movie.")

# What Debian wants in a package's folder of documents: its license, and what has changed, packed.
function(heteroscope_debian_documents component package)
  set(folder ${CMAKE_BINARY_DIR}/debian/${package})
  heteroscope_commit_date(date "%a, %d %b %Y %H:%M:%S +0000")
  file(CONFIGURE OUTPUT ${folder}/changelog.Debian @ONLY CONTENT
"@package@ (@version@) unstable; urgency=medium

  * Release @PROJECT_VERSION@.

 -- @HETEROSCOPE_MAINTAINER@  @date@
")
  add_custom_command(OUTPUT ${folder}/changelog.Debian.gz COMMAND gzip -9nkf ${folder}/changelog.Debian
    DEPENDS ${folder}/changelog.Debian VERBATIM)
  add_custom_target(heteroscope_documents_${component} DEPENDS ${folder}/changelog.Debian.gz)
  add_dependencies(heteroscope_share heteroscope_documents_${component})
  install(FILES ${folder}/changelog.Debian.gz ${CMAKE_SOURCE_DIR}/packaging/copyright
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} COMPONENT ${component})
endfunction()
heteroscope_debian_documents(program ${program})
if(TARGET heteroscope_mpi)
  heteroscope_debian_documents(mpi heteroscope-mpi)
endif()
include(CPack)
