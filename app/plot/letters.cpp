#include "app/plot/letters.hpp"

#include <cairo-ft.h>

#include <new>
#include <span>
#include <stdexcept>

#include "embedded/Roboto_Medium_ttf.hpp"
#include "embedded/Roboto_Regular_ttf.hpp"

namespace heteroscope {
namespace {

void check(FT_Error error) {
  if (error == FT_Err_Out_Of_Memory) throw std::bad_alloc();
  if (error != FT_Err_Ok) throw std::logic_error("the program's own font cannot be read");
}

/// FreeType's library with the two faces. Nothing of it is given back, since cairo keeps what it has seen of a face.
class Faces {
 public:
  Faces() {
    check(FT_Init_FreeType(&library_));
    regular = face_of(embedded::Roboto_Regular_ttf());
    medium = face_of(embedded::Roboto_Medium_ttf());
  }

  cairo_font_face_t* regular = nullptr;
  cairo_font_face_t* medium = nullptr;

 private:
  [[nodiscard]] cairo_font_face_t* face_of(std::span<const unsigned char> file) const {
    FT_Face face = nullptr;
    check(FT_New_Memory_Face(library_, file.data(), static_cast<FT_Long>(file.size()), 0, &face));
    return cairo_ft_font_face_create_for_ft_face(face, FT_LOAD_NO_HINTING);
  }

  FT_Library library_ = nullptr;
};

}  // namespace

cairo_font_face_t* letters(bool bold) {
  static const Faces faces;
  return bold ? faces.medium : faces.regular;
}

}  // namespace heteroscope
