#include "core/device/counters/cubin.hpp"

#include <elf.h>
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace heteroscope::device {
namespace {

using Bytes = std::vector<std::byte>;

/// A cubin of these kernels, with so many instructions each, as the toolkit's assembler lays one out: the header, the
/// names, the code, the table of sections.
class MadeCubin {
 public:
  explicit MadeCubin(const std::vector<std::pair<std::string, std::size_t>>& kernels) {
    bytes.resize(sizeof(Elf64_Ehdr));
    add_section("", SHT_NULL, {});
    add_section(".nv.info", SHT_PROGBITS, Bytes(12));
    for (const auto& [name, instructions] : kernels)
      add_section(".text." + name, SHT_PROGBITS, Bytes(instructions * 16));
    names_ += ".shstrtab";
    const std::size_t name_of_names = names_.size() - 9;
    names_ += '\0';
    sections.push_back({.sh_name = static_cast<Elf64_Word>(name_of_names),
                        .sh_type = SHT_STRTAB,
                        .sh_offset = bytes.size(),
                        .sh_size = names_.size()});
    const auto* const text = reinterpret_cast<const std::byte*>(names_.data());
    bytes.insert(bytes.end(), text, text + names_.size());
    table_ = bytes.size();
    header.e_shoff = table_;
    header.e_shnum = static_cast<Elf64_Half>(sections.size());
    header.e_shstrndx = static_cast<Elf64_Half>(sections.size() - 1);
    bytes.resize(bytes.size() + sections.size() * sizeof(Elf64_Shdr));
    write();
  }

  /// Puts the header and the table of sections, as they are now, into their places.
  void write() {
    std::memcpy(bytes.data(), &header, sizeof(header));
    std::memcpy(bytes.data() + table_, sections.data(), sections.size() * sizeof(Elf64_Shdr));
  }
  [[nodiscard]] auto read() const { return instructions_by_kernel(bytes); }

  Elf64_Ehdr header{.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
                    .e_type = ET_EXEC,
                    .e_machine = EM_CUDA,
                    .e_version = EV_CURRENT,
                    .e_ehsize = sizeof(Elf64_Ehdr),
                    .e_shentsize = sizeof(Elf64_Shdr)};
  std::vector<Elf64_Shdr> sections;
  Bytes bytes;

 private:
  void add_section(const std::string& name, Elf64_Word type, const Bytes& content) {
    sections.push_back({.sh_name = static_cast<Elf64_Word>(names_.size()),
                        .sh_type = type,
                        .sh_offset = bytes.size(),
                        .sh_size = content.size()});
    names_ += name;
    names_ += '\0';
    bytes.insert(bytes.end(), content.begin(), content.end());
  }

  std::string names_;
  std::size_t table_ = 0;
};

const std::vector<std::pair<std::string, std::size_t>> two_kernels{{"_Z4fillPi", 24}, {"_Z4copyPfS_", 1000}};

TEST(Cubin, CountsTheInstructionsOfEachKernel) {
  const auto found = MadeCubin(two_kernels).read();
  EXPECT_EQ(found.size(), 2U);
  EXPECT_EQ(found.at("_Z4fillPi"), 24U);
  EXPECT_EQ(found.at("_Z4copyPfS_"), 1000U);
  EXPECT_TRUE(MadeCubin({}).read().empty());
}

TEST(Cubin, OfAnotherKindOfFileIsNothingKnown) {
  EXPECT_TRUE(instructions_by_kernel({}).empty());
  const auto changed = [](auto change) {
    MadeCubin cubin(two_kernels);
    change(cubin);
    cubin.write();
    return cubin.read();
  };
  EXPECT_EQ(changed([](MadeCubin&) {}).size(), 2U);
  EXPECT_TRUE(changed([](MadeCubin& c) { c.header.e_ident[EI_MAG1] = 'e'; }).empty());
  EXPECT_TRUE(changed([](MadeCubin& c) { c.header.e_ident[EI_CLASS] = ELFCLASS32; }).empty());
  EXPECT_TRUE(changed([](MadeCubin& c) { c.header.e_ident[EI_DATA] = ELFDATA2MSB; }).empty());
  EXPECT_TRUE(changed([](MadeCubin& c) { c.header.e_machine = EM_X86_64; }).empty());
  EXPECT_TRUE(changed([](MadeCubin& c) { c.header.e_shentsize = 40; }).empty());
}

TEST(Cubin, OfADamagedFileIsNothingKnown) {
  const auto changed = [](auto change) {
    MadeCubin cubin(two_kernels);
    change(cubin.header, cubin.sections);
    cubin.write();
    return cubin.read();
  };
  using Sections = std::vector<Elf64_Shdr>;
  constexpr auto far = ~std::uint64_t{0} - 8;
  EXPECT_TRUE(changed([](Elf64_Ehdr& h, Sections&) { h.e_shstrndx = h.e_shnum; }).empty());
  EXPECT_TRUE(changed([](Elf64_Ehdr& h, Sections&) { h.e_shnum += 1; }).empty());
  EXPECT_TRUE(changed([](Elf64_Ehdr& h, Sections&) { h.e_shoff += 1; }).empty());
  EXPECT_TRUE(changed([](Elf64_Ehdr& h, Sections&) { h.e_shoff = far; }).empty());
  EXPECT_TRUE(changed([](Elf64_Ehdr&, Sections& s) { s.back().sh_type = SHT_PROGBITS; }).empty());
  EXPECT_TRUE(changed([](Elf64_Ehdr&, Sections& s) { s.back().sh_size = far; }).empty());
  EXPECT_TRUE(changed([](Elf64_Ehdr&, Sections& s) { s.back().sh_size -= 1; }).empty()) << "a name that does not end";
  EXPECT_TRUE(changed([](Elf64_Ehdr&, Sections& s) { s[1].sh_name = 1000; }).empty());
  EXPECT_TRUE(changed([](Elf64_Ehdr&, Sections& s) { s[2].sh_offset = far; }).empty());
  EXPECT_TRUE(changed([](Elf64_Ehdr&, Sections& s) { s[2].sh_size = far; }).empty());
  EXPECT_TRUE(changed([](Elf64_Ehdr&, Sections& s) { s[2].sh_size += 8; }).empty()) << "half an instruction";
  EXPECT_TRUE(changed([](Elf64_Ehdr&, Sections& s) { s[2].sh_size = 0; }).empty());
  EXPECT_TRUE(changed([](Elf64_Ehdr&, Sections& s) { s[3].sh_name = s[2].sh_name; }).empty()) << "a kernel twice";
}

TEST(Cubin, CutOffAnywhereIsNothingKnown) {
  const MadeCubin cubin(two_kernels);
  for (std::size_t bytes = 0; bytes < cubin.bytes.size(); ++bytes)
    ASSERT_TRUE(instructions_by_kernel(std::span(cubin.bytes).first(bytes)).empty()) << bytes;
}

}  // namespace
}  // namespace heteroscope::device
